/** Test helpers that run a charge message by message, with an adjustable server clock. */

import { secondsBetween } from '@shared/brazil';
import type { BackendContext, BackendOptions } from '../../context.ts';
import type { Db } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/orm.ts';
import { isAt, one } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  idTags,
  pricePeriods,
  startAttempts,
  transactions,
} from '../../platform/database/schema.ts';
import { addMs } from '../../platform/time.ts';
import type {
  MeterValues,
  StartTransaction,
  StatusNotification,
  StopTransaction,
} from '../charge-points/charge-messages.ts';
import { beginConnection, endConnection } from '../charge-points/presence.ts';
import { readSamples } from '../charge-points/samples.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import { walletHistory } from '../money/wallet/history.ts';
import { beginCharge } from './begin-charge.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { addChargePoint, addDriver, type Network, PRICE, setUpClock } from './network.testing.ts';
import { chargeReceipt } from './receipt.ts';
import { startCharge } from './start-charge.ts';
import { handleStatusNotification } from './status-notification.ts';
import { connectorView, loadConnectors } from './views.ts';

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
export function setUpCharges(options: Partial<BackendOptions> = {}) {
  const startedAt = Date.now();
  const clocked = setUpClock(
    options,
    (network) => billEnergyOnly(network, 2),
    () => startedAt,
  );
  let count = 0;

  /** Adds a charge point that is online and free, with `plugs` connectors, and a driver with credit. */
  async function setUp(cents: number, plugs = 1) {
    const { network } = clocked;
    const { context } = network.backend;
    const { db } = context;
    count += 1;
    const id = `LOOSE-${count}`;
    await addChargePoint(network, id, String(40_000 + count));
    const [first] = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
    for (let connectorId = 2; first && connectorId <= plugs; connectorId++)
      await db.insert(connectors).values({ ...first, connectorId });
    await db
      .update(chargePoints)
      .set({ online: true, owner: context.instance.id, lastSeenAt: context.now() })
      .where(eq(chargePoints.id, id));
    await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
    const driver = { ...(await addDriver(network, cents)), brandId: network.brandId };
    return {
      context,
      id,
      driver,
      number: String(40_000 + count),
      /** Begins a charge at a register of 1,000 Wh, by default on connector 1 and now. */
      async begins(idTag: string, fields: Partial<StartTransaction> = {}) {
        const start = { connectorId: 1, idTag, meterStart: 1000, timestamp: context.now(), ...fields };
        const { transactionId, verdict } = await beginCharge(context, id, start);
        return { verdict, ...chargeOf(context, id, driver, start, transactionId) };
      },
      /** Reports a status of the connector, or of the charge point itself for connector 0. */
      reports: (status: string, fields: Partial<StatusNotification> = {}) =>
        handleStatusNotification(context, id, { connectorId: 1, status, errorCode: 'NoError', ...fields }),
      /** Begins or ends the charge point's connection. */
      async setOnline(online: boolean) {
        if (online) await beginConnection(context, id);
        else await endConnection(context, { id, epoch: await epochOf(db, id) });
      },
    };
  }

  /** Requests a start from the app, to which the charge point replies `status`, or nothing. */
  async function request(cents: number, status: string | undefined = 'Accepted', plugs = 1) {
    const scene = await setUp(cents, plugs);
    const { context, id, driver, number } = scene;
    const body = { ChargePointID: `${number}-1` };
    const reply = async () => (status ? { reply: { status } } : { failure: 'timeout' as const });
    const response = await startCharge(context, reply, driver, body, crypto.randomUUID());
    const attempt = one(
      await context.db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id)),
    );
    return { ...scene, response, attempt };
  }

  /** Begins a charge at a register of 1,000 Wh, for a driver with `cents` of credit. */
  async function begin(cents: number, clockAheadMs = 0, by: 'app' | 'card' = 'app') {
    const requested = by === 'app' ? await request(cents) : undefined;
    const scene = requested ?? (await setUp(cents));
    const { context, id, driver } = scene;
    const idTag = requested?.attempt.idTag ?? `CARD-${count}`;
    if (by === 'card') await addCard(clocked.network, driver.id, idTag);
    const timestamp = addMs(context.now(), clockAheadMs);
    const charge = await scene.begins(idTag, { timestamp });
    return {
      ...scene,
      ...charge,
      milliseconds: timestamp.getMilliseconds(),
      startsAgain: (ms: number) => charge.startsAgain({ timestamp: addMs(timestamp, ms) }),
      /** Assigns the connection to an instance that has ended. */
      losesInstance: () =>
        context.db.update(chargePoints).set({ owner: 'ended' }).where(eq(chargePoints.id, id)),
    };
  }

  return {
    setUp,
    request,
    begin,
    get network() {
      return clocked.network;
    },
    advanceClock: clocked.advanceClock,
    fundsOf: (userId: number) => readFunds(clocked.network.backend.context.db, userId),
    /** Returns the server's time minus `ms`. */
    ago: (ms: number) => addMs(clocked.network.backend.context.now(), -ms),
    /** Sets the price of a charging minute; a kWh and overstay cost the same as in `PRICE`. */
    async priceMinutes(reais: number) {
      const price = { ...PRICE, TransactionPrice: 0, PriceTimePlugged: 0, PriceTimeCharging: reais };
      await clocked.network.backend.context.db.update(pricePeriods).set({ price });
    },
  };
}

type Context = ReturnType<typeof setUpClock>['network']['backend']['context'];
type Driver = { id: number; brandId: number };

/** Returns the messages of a charge that has begun, and what shows it. */
function chargeOf(
  context: Context,
  id: string,
  driver: Driver,
  start: StartTransaction,
  transactionId: number,
) {
  const { connectorId } = start;
  return {
    transactionId,
    startsAgain: (fields: Partial<StartTransaction> = {}) =>
      beginCharge(context, id, { ...start, ...fields }),
    meters: (wh: number, at = context.now(), fields: Partial<MeterValues> = {}) =>
      meterCharge(context, id, {
        connectorId,
        transactionId,
        ...fields,
        samples: readSamples(
          { timestamp: at.toISOString(), sampledValue: { value: String(wh), unit: 'Wh' } },
          context.now(),
        ),
      }),
    /** @param at by the charge point's clock; null if the message has no time */
    stops: (
      meterStop: number,
      at: Date | null = context.now(),
      reason?: string,
      fields: Partial<StopTransaction> = {},
    ) =>
      endCharge(context, id, {
        transactionId,
        meterStop,
        reason,
        timestamp: at ?? context.now(),
        undated: at === null,
        ...fields,
      }),
    ...viewsOf(context, id, driver.id, transactionId),
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
    return row && connectorView(row, driverId, now());
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
