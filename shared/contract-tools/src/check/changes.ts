/**
 * Calls that change data. Changes are undone, write the current values or must be refused, except
 * the reports of errors (`reportTokenError`, `reportRemotes`).
 */
import { createECDH, randomBytes, randomInt } from 'node:crypto';
import { couponRefusal, NOTICE_KINDS, readErrorBody } from '@shared/contract';
import { CLIENT_ERRORS, type Inspector, UNKNOWN, UNKNOWN_ID } from './inspector.ts';
import { type Account, firstModel } from './user-calls.ts';

const UNKNOWN_EMAIL = 'contract-check@invalid.example';

export async function checkChanges(
  check: Inspector,
  account: Account,
  appId: string | undefined,
): Promise<void> {
  await checkAccount(check, account, appId);
  await checkDevices(check);
  await checkNotices(check);
  await checkVehicles(check, account);
  await checkCards(check);
  await checkValetQueue(check, account);
  const refused = await check.refusal(
    'addCoupon',
    'for an unknown code',
    { path: { code: randomText() } },
    CLIENT_ERRORS,
  );
  if (refused) {
    const { code, message } = readErrorBody(refused.body);
    const isKnown = couponRefusal(code, message) !== undefined;
    check.expect('addCoupon', isKnown, 'error code', 'a coupon error of the contract', code);
  }
  const version = { remote: UNKNOWN, version: '0.0.0-00', counts: { opened: 1 } };
  await check.call('reportRemotes', { body: { versions: [version] } });
}

const randomText = () => `CHECK${randomBytes(6).toString('hex').toUpperCase()}`;

async function checkAccount(check: Inspector, { email, password, user }: Account, appId?: string) {
  const profile = {
    id: user.id,
    email: user.email,
    name: user.name,
    phoneNumber: user.phoneNumber ?? '',
    cpf: user.cpf ?? '',
    birthdate: user.birthdate ?? '',
  };
  await check.call('changeProfile', { body: profile });
  const query: Record<string, string> = appId === undefined ? {} : { app_id: appId };
  const duplicate = { name: user.name, email, password: `${randomText()}-a1` };
  await check.refusal('register', 'for an e-mail with an account', { body: duplicate, query }, [409]);
  await check.refusal(
    'requestReset',
    'for an unknown e-mail',
    { path: { email: UNKNOWN_EMAIL }, query },
    [404],
  );
  const reset = { password: `${randomText()}-a1`, token: UNKNOWN };
  await check.refusal('resetPassword', 'with an unknown token', { body: reset }, CLIENT_ERRORS);
  // A backend that didn't check the old password would set the current one again.
  const passwords = { oldPassword: randomText(), newPassword: password };
  await check.refusal('changePassword', 'with a wrong old password', { body: passwords }, CLIENT_ERRORS);
  await check.refusal('deleteUser', 'for another account', { path: { userId: UNKNOWN_ID } }, CLIENT_ERRORS);
}

async function checkDevices(check: Inspector): Promise<void> {
  await check.call('liveTicket', {});
  const pushToken = randomText();
  const device = { PushToken: pushToken, Platform: UNKNOWN, IsLoggedIn: true, AppVersion: '0.0.0' };
  await check.call('addPushToken', { body: device });
  await check.call('removePushToken', { path: { pushToken } });
}

async function checkNotices(check: Inspector): Promise<void> {
  const settings = await check.call('notificationSettings', {});
  if (!settings) return;
  const [kind] = NOTICE_KINDS;
  const wasOn = !settings.muted.includes(kind);
  await check.call('changeNotificationSettings', { body: { kind, on: !wasOn } });
  const changed = await check.call('notificationSettings', {});
  const isChanged = changed?.muted.includes(kind) === wasOn;
  const place = 'body.muted after a change';
  check.expect('notificationSettings', isChanged, place, 'the changed kind', changed?.muted);
  await check.call('changeNotificationSettings', { body: { kind, on: wasOn } });
  if (settings.subscribed) return;
  const ecdh = createECDH('prime256v1');
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  // A backend may accept known push services only.
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomText()}`;
  await check.call('subscribeToPush', { body: { endpoint, keys } });
  const subscribed = await check.call('notificationSettings', {});
  check.expectValue('subscribeToPush', 'body.subscribed of the settings', subscribed?.subscribed, true);
  await check.call('unsubscribeFromPush', {});
}

async function checkVehicles(check: Inspector, { user }: Account): Promise<void> {
  const uvVmId = await firstModel(check);
  if (uvVmId === undefined) return;
  const plate = randomPlate();
  const vehicle = { uvAnuId: user.id, uvVmId, uvName: 'Contract check', uvLicencePlate: plate };
  await check.call('addVehicle', { body: vehicle });
  await check.refusal('addVehicle', 'for a plate that the account has', { body: vehicle }, [409]);
  const vehicles = await check.call('vehicles', {});
  const uvId = vehicles?.find(({ uvLicencePlate }) => normalizePlate(uvLicencePlate) === plate)?.uvId;
  check.expect('vehicles', uvId !== undefined, 'body', 'the added vehicle', uvId);
  if (uvId === undefined) return;
  await check.call('changeVehicle', { path: { uvId }, body: { ...vehicle, uvId, uvName: 'Checked' } });
  const name = (await check.call('vehicle', { path: { uvId } }))?.uvName;
  check.expectValue('changeVehicle', 'body.uvName of the vehicle', name, 'Checked', 'the changed name');
  await check.call('deleteVehicle', { path: { uvId } });
  await check.refusal('vehicle', 'for a deleted vehicle', { path: { uvId } }, [404]);
}

/** Returns a Brazilian plate in the Mercosur format. */
function randomPlate(): string {
  const letter = () => String.fromCharCode(65 + randomInt(26));
  return `${letter()}${letter()}${letter()}${randomInt(10)}${letter()}${randomInt(100).toString().padStart(2, '0')}`;
}
const normalizePlate = (plate: string | undefined) => plate?.replace(/[^A-Z0-9]/gi, '').toUpperCase();

async function checkCards(check: Inspector): Promise<void> {
  await check.call('reportTokenError', { body: { code: 'CONTRACT_CHECK', message: 'Conformance check' } });
  const path = { id: UNKNOWN_ID };
  await check.refusal('makeDefaultPaymentMethod', 'for an unknown card', { path }, [404]);
  const cards = (await check.call('paymentMethods', {})) ?? [];
  const id = cards.find(({ is_default }) => is_default)?.id;
  if (id === undefined) check.report.skipped('makeDefaultPaymentMethod', 'the user has no default card');
  else await check.call('makeDefaultPaymentMethod', { path: { id } });
}

async function checkValetQueue(check: Inspector, { valetSite }: Account): Promise<void> {
  if (valetSite === undefined) return;
  const path = { csId: valetSite };
  const plate = randomPlate();
  const vehicle = { cqCsId: valetSite, cqUvLicencePlate: plate, cqCustomId: String(randomInt(1000, 10_000)) };
  await check.call('addToValetQueue', { path, body: vehicle });
  await check.refusal('addToValetQueue', 'for a plate in the queue', { path, body: vehicle }, [409]);
  const findRow = async () =>
    (await check.call('valetQueue', { path }))?.find((row) => normalizePlate(row.cqUvLicencePlate) === plate);
  const row = await findRow();
  check.expect('valetQueue', row !== undefined, 'body', 'the added vehicle', row);
  if (!row) return;
  const { cqId, cqUvLicencePlate } = row;
  await check.refusal('dismissFromValetQueue', 'before the charge', { path: { cqId } }, [409]);
  // Like the app, sends the plate of the response.
  await check.call('deleteFromValetQueue', { path: { cqId }, body: { ...vehicle, cqUvLicencePlate } });
  const isDeleted = (await findRow()) === undefined;
  check.expect('deleteFromValetQueue', isDeleted, 'queue after the deletion', 'no such row', row);
}
