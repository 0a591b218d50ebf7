/**
 * Test helpers: a backend that bills energy only, and charge points that send arbitrary payloads.
 */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect } from '@rstest/core';
import { desc, eq } from 'drizzle-orm';
import { addChargePoint, addDriver, type Network, openNetwork, PRICE } from '../charging/testing.ts';
import { idTags, pricePeriods, transactions } from '../db/schema.ts';
import { connectRaw } from './testing.ts';

export const HOUR = 3_600_000;
export const START_WH = 10_000;
export const CENTS_PER_KWH = 200;
export const wh = (value: unknown) => ({ value, unit: 'Wh' });

/** Sets up a network for the tests of one file. */
export function setUpForeign() {
  let network: Network;
  let shiftMs = 0;
  let count = 0;
  let log = '';

  beforeAll(async () => {
    const logTo = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    });
    const now = () => new Date(Date.now() + shiftMs);
    network = await openNetwork({ now, logTo, logLevel: 'warn' });
    const perMinute = { PriceTimeCharging: 0, PriceTimePlugged: 0 };
    await network.backend.context.db.update(pricePeriods).set({
      price: { ...PRICE, ...perMinute, PriceKwh: CENTS_PER_KWH / 100, TransactionPrice: 0 },
    });
  }, 30_000);
  afterAll(() => network.backend.close());

  const timestamp = () => network.backend.context.now().toISOString();

  return {
    timestamp,
    log: () => log,
    /** Advances the server's clock by `ms`. */
    advanceClock(ms: number) {
      shiftMs += ms;
    },
    /** Connects a charge point with one 50 kW connector, and adds a driver with a card. */
    async chargePoint() {
      count += 1;
      const id = `FOREIGN-${count}`;
      const card = `CARD-${count}`;
      await addChargePoint(network, id, String(60_000 + count));
      const { db } = network.backend.context;
      const { id: userId } = await addDriver(network, 20_000);
      await db.insert(idTags).values({ tag: card, label: card, userId });
      const connection = await connectRaw(network.backend.url, id);
      /** Sends a call and expects a confirmation. */
      async function confirmed(method: string, payload: unknown) {
        const frame = await connection.call(method, payload);
        const expected = [3, expect.any(String), expect.any(Object)];
        expect({ method, frame }).toEqual({ method, frame: expected });
        return frame[2] as { transactionId: number; idTagInfo: { status: string } };
      }
      return {
        ...{ id, card, db, connection, confirmed },
        /** Returns the newest transaction. */
        async row() {
          const [row] = await db
            .select()
            .from(transactions)
            .where(eq(transactions.chargePointId, id))
            .orderBy(desc(transactions.id));
          if (!row) throw new Error('there is no transaction');
          return row;
        },
        begin: (odd: object = {}) =>
          confirmed('StartTransaction', {
            ...{ connectorId: 1, idTag: card, meterStart: START_WH, timestamp: timestamp(), ...odd },
          }),
      };
    },
  };
}
