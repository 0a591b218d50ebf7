/** Connectors that the operator takes out of service during a charge. */
import { expect, test } from '@rstest/core';
import { and, eq } from '../../platform/database/orm.ts';
import { connectors } from '../../platform/database/schema.ts';
import { HOUR_MS } from '../../platform/time.ts';
import { setUpCharges } from '../charging/charges.testing.ts';
import { closeAbandoned } from '../charging/close-abandoned.ts';
import { startCharge } from '../charging/start-charge.ts';
import { sendCommand } from './send-command.ts';

const { begin, advanceClock } = setUpCharges();

async function outOfServiceDuring(connectorId: number, { losesStop = false } = {}) {
  const charge = await begin(3000);
  const { context, id, driver, number } = charge;
  const sent: string[] = [];
  const command = (type: 'Operative' | 'Inoperative', status: string) => {
    const sendCall = async (_: string, method: string) => {
      sent.push(method);
      return { reply: { status } };
    };
    return sendCommand(context, sendCall, id, driver.id, {
      command: 'ChangeAvailability',
      connectorId,
      type,
    });
  };
  await charge.reports('Charging');
  await command('Inoperative', 'Scheduled');
  if (!losesStop) await charge.stops(1000);
  return {
    ...charge,
    command,
    sent,
    async start() {
      advanceClock(1000);
      const sendCall = async () => ({ reply: { status: 'Accepted' } });
      const request = { ChargePointID: `${number}-1` };
      return (await startCharge(context, sendCall, driver, request, crypto.randomUUID())).status;
    },
    async status() {
      const isHere = and(eq(connectors.chargePointId, id), eq(connectors.connectorId, 1));
      const [row] = await context.db.select().from(connectors).where(isHere);
      return row?.status;
    },
  };
}

test.each([1, 0])('starts no charge on a connector that is free for a moment (command to %i)', async (to) => {
  const { reports, start, status } = await outOfServiceDuring(to);
  for (const reported of ['Finishing', 'Available', 'Preparing', 'Available', 'Unavailable']) {
    await reports(reported);
    expect(await start()).toBe('Rejected');
  }
  expect(await status()).toBe('Unavailable');
  // The operator, or the charge point itself, has put it back into service.
  await reports('Available');
  expect(await start()).toBe('Accepted');
});

test('starts charges again after the operator has cancelled the change', async () => {
  const { reports, start, command, sent } = await outOfServiceDuring(1);
  await reports('Available');
  await command('Operative', 'Rejected');
  expect(await start()).toBe('Rejected');
  await command('Operative', 'Accepted');
  expect(sent.at(-1)).toBe('TriggerMessage');
  await reports('Available');
  expect(await start()).toBe('Accepted');
});

test.each(['Available', 'Unavailable'])(
  'ends the charge although its stop was lost, when the connector is reported %s',
  async (reported) => {
    const { context, reports, row, funds } = await outOfServiceDuring(1, { losesStop: true });
    advanceClock(HOUR_MS);
    await closeAbandoned(context);
    expect((await row()).stoppedAt).toBeNull();
    await reports(reported);
    advanceClock(HOUR_MS);
    await closeAbandoned(context);
    expect((await row()).stoppedAt).not.toBeNull();
    expect(await funds()).toMatchObject({ held: 0 });
  },
);
