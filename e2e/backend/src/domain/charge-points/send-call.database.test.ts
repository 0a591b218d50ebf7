import { expect, test } from '@rstest/core';
import { HANG_MS } from '../../../../run/hang-limit.ts';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { setUpCharges } from '../charging/charges.testing.ts';
import { beginConnection, moveConnection } from './presence.ts';
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
  const sendCall = createSendCall({ ...context, bus }, new Map(), () => isEnding);
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
 * Sends a call to a charge point at another instance, for which the bus knows a responder from the
 * given try on. Returns the result and how often the call was sent.
 */
async function sendElsewhere(knownAt: number) {
  const { context, id } = await setUp(3000);
  await beginConnection({ ...context, instance: { id: 'another', shared: true } }, id);
  let sent = 0;
  const bus = {
    async request() {
      sent += 1;
      return sent < knownAt
        ? { outcome: 'no responders' as const }
        : { outcome: 'reply' as const, text: JSON.stringify({ reply: { status: 'Accepted' } }) };
    },
  };
  const sendCall = createSendCall({ ...context, bus }, new Map(), () => false);
  return { result: await sendCall(id, 'Reset', { type: 'Soft' }, HANG_MS), sent };
}

test('sends a call again while the bus doesn’t know yet that another instance responds', async () => {
  expect(await sendElsewhere(3)).toEqual({ result: { reply: { status: 'Accepted' } }, sent: 3 });
});

test('reports a charge point as offline long before the time limit if its instance doesn’t respond', async () => {
  const { result, sent } = await sendElsewhere(Number.POSITIVE_INFINITY);
  expect(result).toEqual({ failure: 'offline' });
  expect(sent).toBeLessThan(10);
});

test('reports a call that fails before it is sent, and an unreadable reply, instead of rejecting', async () => {
  const { context, id } = await setUp(3000);
  const call = () => Promise.reject(new Error('the database is down'));
  const request = () => Promise.resolve({ outcome: 'reply' as const, text: '{' });
  const registry = new Map([[id, { call } as never]]);
  const sendCall = createSendCall({ ...context, bus: { request } }, registry, () => false);
  expect(await sendCall(id, 'Reset', {}, HANG_MS)).toEqual({ failure: 'unreachable' });
  expect(await sendCall('elsewhere', 'Reset', {}, HANG_MS)).toEqual({ failure: 'unreachable' });
});
