/** Test helpers that run a charge message by message, with a controllable server clock. */
import { afterAll, beforeAll } from '@rstest/core';
import { eq } from 'drizzle-orm';
import { chargePoints, connectors, idTags, pricePeriods, startAttempts, transactions } from '../db/schema.ts';
import { connectorView, isConnector, loadConnectors } from '../live/views.ts';
import type { CentralSystem } from '../ocpp/central-system.ts';
import { readFunds } from '../wallet/accounts.ts';
import { walletHistory } from '../wallet/history.ts';
import { chargeReceipt } from '../wallet/receipt.ts';
import { beginCharge } from './begin-charge.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { secondsBetween } from './seconds.ts';
import { startCharge } from './start-charge.ts';
import { handleStatusNotification } from './status-notification.ts';
import { addChargePoint, addDriver, type Network, openNetwork, PRICE } from './testing.ts';

/** Accepts every request. */
const central: CentralSystem = {
  sendCall: async () => ({ status: 'Accepted' }),
  handleUpgrade: () => undefined,
  close: async () => undefined,
};

/** Returns the whole minutes from one instant to a later one. */
export const minutesBetween = (from: Date, to: Date | null) =>
  Math.floor(secondsBetween(from, to ?? from) / 60);

/**
 * Sets up a network for the tests of one file. A kWh costs R$ 2,00, and time is free until
 * `priceMinutes` is called.
 */
export function setUpCharges() {
  let network: Network;
  let shiftMs = 0;
  let count = 0;

  beforeAll(async () => {
    network = await openNetwork({ now: () => new Date(Date.now() + shiftMs) });
    await network.backend.context.db.update(pricePeriods).set({
      price: { ...PRICE, PriceKwh: 2, TransactionPrice: 0, PriceTimeCharging: 0, PriceTimePlugged: 0 },
    });
  }, 30_000);
  afterAll(() => network.backend.close());

  /** Begins a charge at a register of 1,000 Wh, for a driver with `cents` of credit. */
  async function begin(cents: number, clockAheadMs = 0, by: 'app' | 'card' = 'app') {
    const { context } = network.backend;
    const { db } = context;
    count += 1;
    const id = `LOOSE-${count}`;
    await addChargePoint(network, id, String(40_000 + count));
    await db
      .update(chargePoints)
      .set({ online: true, lastSeenAt: context.now() })
      .where(eq(chargePoints.id, id));
    await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
    const driver = { ...(await addDriver(network, cents)), brandId: network.brandId };
    let idTag = `CARD-${count}`;
    if (by === 'card') await db.insert(idTags).values({ tag: idTag, label: idTag, userId: driver.id });
    else {
      const request = { ChargePointID: `${40_000 + count}-1` };
      await startCharge(context, central, driver, request, crypto.randomUUID());
      const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id));
      idTag = attempt?.idTag ?? '';
    }
    const timestamp = new Date(context.now().getTime() + clockAheadMs);
    const start = { connectorId: 1, idTag, meterStart: 1000, timestamp };
    const { transactionId } = await beginCharge(context, id, start);
    return {
      context,
      id,
      transactionId,
      milliseconds: timestamp.getMilliseconds(),
      startsAgain: (ms: number) =>
        beginCharge(context, id, { ...start, timestamp: new Date(timestamp.getTime() + ms) }),
      meters: (wh: number, at = context.now()) =>
        meterCharge(context, id, {
          connectorId: 1,
          transactionId,
          meterValue: [{ timestamp: at.toISOString(), sampledValue: [{ value: String(wh), unit: 'Wh' }] }],
        }),
      isNow: (status: string, timestamp?: Date) =>
        handleStatusNotification(context, id, { connectorId: 1, status, errorCode: 'NoError', timestamp }),
      stops: (meterStop: number, at = context.now()) =>
        endCharge(context, id, {
          transactionId,
          idTag: undefined,
          meterStop,
          timestamp: at,
          reason: undefined,
        }),
      receipt: () => chargeReceipt(db, driver.id, transactionId),
      statement: () => walletHistory(db, driver.id, new Date(0)),
      funds: () => readFunds(db, driver.id),
      shown: async () => {
        const [row] = await loadConnectors(db, isConnector(id, 1));
        const shown = row && connectorView(row, driver.id).transaction;
        if (!shown?.startTime) throw new Error('no charge is shown');
        return { ...shown, minutes: minutesBetween(new Date(shown.startTime), context.now()) };
      },
      row: async () => {
        const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
        if (!row) throw new Error('there is no such charge');
        return row;
      },
    };
  }

  return {
    begin,
    /** Advances the server's clock by `ms`. */
    advanceClock(ms: number) {
      shiftMs += ms;
    },
    /** Returns the server's time minus `ms`. */
    ago: (ms: number) => new Date(network.backend.context.now().getTime() - ms),
    /**
     * Sets the price of a charging minute, and that of a kWh and of overstay as in `PRICE`.
     */
    async priceMinutes(reais: number) {
      const price = { ...PRICE, TransactionPrice: 0, PriceTimePlugged: 0, PriceTimeCharging: reais };
      await network.backend.context.db.update(pricePeriods).set({ price });
    },
  };
}
