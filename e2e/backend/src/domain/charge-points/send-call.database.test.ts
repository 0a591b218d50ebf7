import { expect, test } from '@rstest/core';
import { HANG_MS } from '../../../../run/hang-limit.ts';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { addMs } from '../../platform/time.ts';
import { setUpCharges } from '../charging/charges.testing.ts';
import { beginConnection, moveConnection } from './presence.ts';
import { Registry } from './registry.ts';
import { createSendCall } from './send-call.ts';

const { begin, setUp } = setUpCharges();

/**
 * Sends a call to a charge point that has left its instance, and may connect to another one until
 * the third try. Returns how often the call was sent.
 */
async function sendToMoving(isEnding: boolean): Promise<{ failure?: string; sent: number }> {
  const { context, id } = await begin(3000);
  const epoch = await beginConnection(context, id);
  if (epoch === undefined) throw new Error('the charge point is unknown');
  await moveConnection(context, { id, epoch });
  const endMove = () =>
    context.db.update(chargePoints).set({ offlineDueAt: null }).where(eq(chargePoints.id, id));
  let sent = 0;
  const bus = {
    async request() {
      sent += 1;
      if (sent === 3) await endMove();
      return { outcome: 'no responders' as const };
    },
  };
  const sendCall = createSendCall({ ...context, bus }, new Registry(), () => isEnding);
  const { failure } = await sendCall(id, 'Reset', { type: 'Soft' }, HANG_MS);
  return { failure, sent };
}

test('sends a call again while the charge point may connect to another instance', async () => {
  expect(await sendToMoving(false)).toEqual({ failure: 'offline', sent: 3 });
});

test('sends a call once while the only instance shuts down, so that clients needn’t wait', async () => {
  expect(await sendToMoving(true)).toEqual({ failure: 'offline', sent: 1 });
});

/**
 * Sends a call to a charge point that connected to another instance `ms` ago. The bus knows a
 * responder from the third try on. Returns the reply and how often the call was sent.
 */
async function sendToConnected(ms: number) {
  const { context, id } = await setUp(3000);
  await beginConnection({ ...context, instance: { id: 'another', shared: true } }, id);
  let sent = 0;
  const bus = {
    async request() {
      sent += 1;
      return sent < 3
        ? { outcome: 'no responders' as const }
        : { outcome: 'reply' as const, text: JSON.stringify({ reply: { status: 'Accepted' } }) };
    },
  };
  const now = () => addMs(context.now(), ms);
  const sendCall = createSendCall({ ...context, now, bus }, new Registry(), () => false);
  return { result: await sendCall(id, 'Reset', { type: 'Soft' }, HANG_MS), sent };
}

test('sends a call again while the bus doesn’t know yet which instance a charge point has connected to', async () => {
  expect(await sendToConnected(500)).toEqual({ result: { reply: { status: 'Accepted' } }, sent: 3 });
});

test('reports a charge point as offline if the bus knows no instance for it long after it connected', async () => {
  expect(await sendToConnected(5000)).toEqual({ result: { failure: 'offline' }, sent: 1 });
});
