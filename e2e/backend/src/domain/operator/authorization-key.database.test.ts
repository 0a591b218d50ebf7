/** Changing a charge point's password with a command. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { withOptions } from '../../testing/test-backend.ts';
import { connectRaw, handshakeStatus } from '../charge-points/raw-charge-point.testing.ts';
import { changeSecret } from '../charge-points/secrets.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { addOperator, command } from './operator.testing.ts';

const NEW = 'cd'.repeat(20);
const NEWER = 'ef'.repeat(16);
let network: Network;
let token: string;
let code = 40_000;
beforeAll(async () => {
  network = await openNetwork({ sandbox: false, checkMs: 100 });
  ({ token } = await addOperator(network.backend, network.brandId));
});
afterAll(() => network.backend.close());

/** Connects a charge point that replies to every command with `respond`. */
async function connectChargePoint(respond: () => object | undefined) {
  code += 1;
  const id = `CP-${code}`;
  await addChargePoint(network, id, String(code));
  const first = (await changeSecret(network.backend.context, 'create', id)) ?? '';
  const chargePoint = await connectRaw(network.backend.url, id, { password: first, respond });
  // Otherwise the server triggers a status after three seconds, which takes one of the replies.
  await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  const change = async (value: string) => {
    const body = { command: 'ChangeConfiguration', key: 'AuthorizationKey', value };
    return (await command(network.backend, token, id, body)).response;
  };
  const login = (secret: string) => handshakeStatus(network.backend.url, id, secret);
  const row = async () =>
    one(await network.backend.context.db.select().from(chargePoints).where(eq(chargePoints.id, id)));
  return { ...chargePoint, id, first, change, login, row };
}

test('stores the hash of an accepted password and ends the connection with the old one', async () => {
  const chargePoint = await connectChargePoint(() => ({ status: 'Accepted' }));
  expect(await chargePoint.change(NEW)).toEqual({ result: 'replied', status: 'Accepted' });
  expect(await chargePoint.closed).toBe(1008);
  expect(await chargePoint.row()).toMatchObject({ secretHash: hashOf(NEW), nextSecretHash: null });
  expect(await chargePoint.login(chargePoint.first)).toBe(401);
  expect(await chargePoint.login(NEW)).toBe(101);
});

test('keeps the old password when the charge point refuses the new one', async () => {
  const replies = [{ status: 'Rejected' }, { status: 'NotSupported' }, { errorCode: 'InternalError' }];
  const chargePoint = await connectChargePoint(() => replies.shift());
  for (let reply = 0; reply < 3; reply++) await chargePoint.change(NEW);
  expect(await chargePoint.row()).toMatchObject({
    secretHash: hashOf(chargePoint.first),
    nextSecretHash: null,
  });
  expect(await chargePoint.login(NEW)).toBe(401);
  expect(await chargePoint.login(chargePoint.first)).toBe(101);
});

test('accepts either password after a lost reply, until the charge point uses the new one', async () => {
  const chargePoint = await connectChargePoint(() => {
    chargePoint.socket.terminate();
    return undefined;
  });
  expect(await chargePoint.change(NEW)).toEqual({ result: 'disconnected' });
  expect(await chargePoint.login(chargePoint.first)).toBe(101);
  expect(await chargePoint.login(NEW)).toBe(101);
  expect(await chargePoint.row()).toMatchObject({ secretHash: hashOf(NEW), nextSecretHash: null });
  expect(await chargePoint.login(chargePoint.first)).toBe(401);
});

test('keeps the connection until the reboot that a new password requires', async () => {
  const chargePoint = await connectChargePoint(() => ({ status: 'RebootRequired' }));
  await chargePoint.change(NEW);
  expect(await chargePoint.row()).toMatchObject({ secretHash: hashOf(chargePoint.first) });
  expect(await chargePoint.login(chargePoint.first)).toBe(101);
  expect(await chargePoint.login(NEW)).toBe(101);
  expect(await chargePoint.login(chargePoint.first)).toBe(401);
});

test('accepts a repeated change after a timeout, and keeps the last of several passwords', async () => {
  const replies = [undefined, { status: 'Accepted' }, { status: 'Accepted' }, { status: 'Accepted' }];
  const chargePoint = await connectChargePoint(() => replies.shift());
  const change = () => chargePoint.change(NEW);
  expect(await withOptions(network.backend, { commandTimeoutMs: 500 }, change)).toEqual({
    result: 'timeout',
  });
  expect(await chargePoint.change(NEW)).toEqual({ result: 'replied', status: 'Accepted' });
  expect(await chargePoint.row()).toMatchObject({ secretHash: hashOf(NEW), nextSecretHash: null });
  expect(await chargePoint.closed).toBe(1008);
  const again = await connectRaw(network.backend.url, chargePoint.id, { password: NEW });
  await chargePoint.change(NEWER);
  expect(await again.closed).toBe(1008);
  expect(await chargePoint.login(NEWER)).toBe(101);
  expect(await chargePoint.login(NEW)).toBe(401);
});

test('discards an offered password when the secret is rotated or revoked', async () => {
  const chargePoint = await connectChargePoint(() => ({ status: 'RebootRequired' }));
  await chargePoint.change(NEW);
  await changeSecret(network.backend.context, 'revoke', chargePoint.id);
  expect(await chargePoint.login(NEW)).toBe(401);
});

test('refuses to lower the security profile of a charge point', async () => {
  const chargePoint = await connectChargePoint(() => ({ status: 'Accepted' }));
  const { db } = network.backend.context;
  await db.update(chargePoints).set({ securityProfile: 2 }).where(eq(chargePoints.id, chargePoint.id));
  const setTo = (value: string) =>
    command(network.backend, token, chargePoint.id, {
      command: 'ChangeConfiguration',
      key: 'securityProfile',
      value,
    });
  // Charge points may read each of these as 0 or 1.
  for (const value of ['1', '0', '-1', '1a', '1 ', ' 1', '1,5', '1e1', '0x3', '', 'x', '１', '2\n', '02'])
    expect(await setTo(value)).toMatchObject({ status: 409, code: 'SECURITY_PROFILE_LOWERED' });
  expect(chargePoint.received).toEqual([]);
  expect(await setTo('3')).toMatchObject({ status: 200 });
});
