/** Test helpers that run a charge message by message, with an adjustable server clock. */

import { secondsBetween } from '@shared/brazil';
import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { eq } from '../db/orm.ts';
import { isAt, one } from '../db/rows.ts';
import { chargePoints, connectors, idTags, pricePeriods, startAttempts, transactions } from '../db/schema.ts';
import { connectorView, loadConnectors } from '../live/views.ts';
import type { StatusNotification } from '../ocpp/messages.ts';
import { beginConnection, endConnection } from '../ocpp/presence.ts';
import { addMs } from '../time.ts';
import { readFunds } from '../wallet/accounts.ts';
import { walletHistory } from '../wallet/history.ts';
import { chargeReceipt } from '../wallet/receipt.ts';
import { beginCharge } from './begin-charge.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { startCharge } from './start-charge.ts';
import { handleStatusNotification } from './status-notification.ts';
import { addChargePoint, addDriver, type Network, PRICE, setUpClock } from './testing.ts';

/** Accepts every request. */
const sendCall = async () => ({ reply: { status: 'Accepted' } });

/** Returns the whole minutes from one instant to a later one. */
export const minutesBetween = (from: Date, to: Date | null) =>
  Math.floor(secondsBetween(from, to ?? from) / 60);

/** Prices a kWh at `reais` and overstay as in `PRICE`; the rest is free. */
export const billEnergyOnly = ({ backend }: Network, reais: number) =>
  backend.context.db.update(pricePeriods).set({
    price: { ...PRICE, PriceKwh: reais, TransactionPrice: 0, PriceTimeCharging: 0, PriceTimePlugged: 0 },
  });

export const addCard = ({ backend }: Network, userId: number, tag: string) =>
  backend.context.db.insert(idTags).values({ tag, label: tag, userId });

/**
 * Sets up a network for the tests of one file. Only `advanceClock` changes its clock. A kWh costs
 * R$ 2,00, and charging time is free until `priceMinutes` is called.
 */
export function setUpCharges() {
  const startedAt = Date.now();
  const clocked = setUpClock(
    {},
    (network) => billEnergyOnly(network, 2),
    () => startedAt,
  );
  let count = 0;

  /** Begins a charge at a register of 1,000 Wh, for a driver with `cents` of credit. */
  async function begin(cents: number, clockAheadMs = 0, by: 'app' | 'card' = 'app') {
    const { network } = clocked;
    const { context } = network.backend;
    const { db } = context;
    count += 1;
    const id = `LOOSE-${count}`;
    await addChargePoint(network, id, String(40_000 + count));
    await db
      .update(chargePoints)
      .set({ online: true, owner: context.instance.id, lastSeenAt: context.now() })
      .where(eq(chargePoints.id, id));
    await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
    const driver = { ...(await addDriver(network, cents)), brandId: network.brandId };
    let idTag = `CARD-${count}`;
    if (by === 'card') await addCard(network, driver.id, idTag);
    else {
      const request = { ChargePointID: `${40_000 + count}-1` };
      await startCharge(context, sendCall, driver, request, crypto.randomUUID());
      const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id));
      idTag = attempt?.idTag ?? '';
    }
    const timestamp = new Date(context.now().getTime() + clockAheadMs);
    const start = { connectorId: 1, idTag, meterStart: 1000, timestamp };
    const { transactionId } = await beginCharge(context, id, start);
    return {
      context,
      id,
      driver,
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
      /** Reports a status of the connector, or of the charge point itself for connector 0. */
      reports: (status: string, fields: Partial<StatusNotification> = {}) =>
        handleStatusNotification(context, id, { connectorId: 1, status, errorCode: 'NoError', ...fields }),
      /** Begins or ends the charge point's connection. */
      async setOnline(online: boolean) {
        if (online) await beginConnection(context, id);
        else await endConnection(context, { id, epoch: await epochOf(db, id) });
      },
      /** Assigns the connection to an instance that has ended. */
      losesInstance: () => db.update(chargePoints).set({ owner: 'ended' }).where(eq(chargePoints.id, id)),
      /** @param at by the charge point's clock; null if the message has no time */
      stops: (meterStop: number, at: Date | null = context.now(), reason?: string) =>
        endCharge(context, id, {
          ...{ transactionId, idTag: undefined, meterStop, reason },
          ...{ timestamp: at ?? context.now(), undated: at === null },
        }),
      ...viewsOf(context, id, driver.id, transactionId),
    };
  }

  return {
    begin,
    get network() {
      return clocked.network;
    },
    advanceClock: clocked.advanceClock,
    /** Returns the server's time minus `ms`. */
    ago: (ms: number) => addMs(clocked.network.backend.context.now(), -ms),
    /** Sets the price of a charging minute; a kWh and overstay cost the same as in `PRICE`. */
    async priceMinutes(reais: number) {
      const price = { ...PRICE, TransactionPrice: 0, PriceTimePlugged: 0, PriceTimeCharging: reais };
      await clocked.network.backend.context.db.update(pricePeriods).set({ price });
    },
  };
}

/** Returns functions that read a charge from the driver's screens, the wallet and the database. */
export function viewsOf(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  chargePointId: string,
  driverId: number,
  transactionId: number,
) {
  const live = async () => {
    const [row] = await loadConnectors(db, isAt(connectors, { chargePointId, connectorId: 1 }));
    return row && connectorView(row, driverId);
  };
  return {
    receipt: () => chargeReceipt(db, driverId, transactionId),
    statement: () => walletHistory(db, driverId, new Date(0)),
    funds: () => readFunds(db, driverId),
    liveKwh: async () => (await live())?.meterKWH,
    async liveTransaction() {
      const transaction = (await live())?.transaction;
      if (!transaction?.startTime) throw new Error('no charge is shown');
      return { ...transaction, minutes: minutesBetween(new Date(transaction.startTime), now()) };
    },
    row: async () => one(await db.select().from(transactions).where(eq(transactions.id, transactionId))),
  };
}

async function epochOf(db: Db, id: string): Promise<number> {
  return one(await db.select({ epoch: chargePoints.epoch }).from(chargePoints).where(eq(chargePoints.id, id)))
    .epoch;
}
