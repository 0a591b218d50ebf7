/**
 * Test helpers: a backend that bills energy only, and charge points that send arbitrary payloads.
 */
import { expect } from '@rstest/core';
import { desc, eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { transactions } from '../../platform/database/schema.ts';
import { addCard, billEnergyOnly } from '../charging/charges.testing.ts';
import { addChargePoint, addDriver, setUpClock } from '../charging/network.testing.ts';
import { connectRaw } from './raw-charge-point.testing.ts';

export const HOUR = 3_600_000;
export const START_WH = 10_000;
export const CENTS_PER_KWH = 200;
export const wh = (value: unknown) => ({ value, unit: 'Wh' });

/** Sets up a network for the tests of one file. */
export function setUpForeign() {
  const clocked = setUpClock({}, (network) => billEnergyOnly(network, CENTS_PER_KWH / 100));
  let count = 0;

  const timestamp = () => clocked.network.backend.context.now().toISOString();

  return {
    timestamp,
    log: () => clocked.lines.join('\n'),
    advanceClock: clocked.advanceClock,
    brandId: () => clocked.network.brandId,
    /** Connects a charge point with one 50 kW connector, and adds a driver with a card. */
    async chargePoint() {
      count += 1;
      const { network } = clocked;
      const id = `FOREIGN-${count}`;
      const card = `CARD-${count}`;
      await addChargePoint(network, id, String(60_000 + count));
      const { db } = network.backend.context;
      const { id: userId } = await addDriver(network, 20_000);
      await addCard(network, userId, card);
      const connection = await connectRaw(network.backend.url, id);
      /** Sends a call and expects a confirmation. */
      async function confirmed(method: string, payload: unknown) {
        const frame = await connection.call(method, payload);
        const expected = [3, expect.any(String), expect.any(Object)];
        // The log has the cause of an error, which the response hides from the charge point.
        expect({ method, frame }, clocked.lines.join('\n')).toEqual({ method, frame: expected });
        return frame[2] as { transactionId: number; idTagInfo: { status: string } };
      }
      return {
        id,
        card,
        db,
        connection,
        confirmed,
        /** Returns the newest transaction. */
        row: async () =>
          one(
            await db
              .select()
              .from(transactions)
              .where(eq(transactions.chargePointId, id))
              .orderBy(desc(transactions.id)),
          ),
        begin: (overrides: object = {}) =>
          confirmed('StartTransaction', {
            connectorId: 1,
            idTag: card,
            meterStart: START_WH,
            timestamp: timestamp(),
            ...overrides,
          }),
      };
    },
  };
}
