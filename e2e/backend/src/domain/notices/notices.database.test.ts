/** Follows notices from a charge point's message to the decrypted payload on a device. */
import { expect, test } from '@rstest/core';
import { calls, type NoticeKind } from '@shared/contract';
import { and, eq } from '../../platform/database/orm.ts';
import { notices, pricePeriods, pushSubscriptions, sites } from '../../platform/database/schema.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { PRICE, setUpNetwork, startAndCharge, unplug, waitForEnergy } from '../charging/network.testing.ts';
import { balanceOf, openHold } from '../money/wallet/ledger.ts';
import { issueToken } from '../people/auth/tokens.ts';
import { setUpPushService } from './notices.testing.ts';
import { sendNotices } from './send-notices.ts';
import { watchCharges } from './watch-charges.ts';

const network = setUpNetwork({ pushToLoopback: true });
const push = setUpPushService();

/** Starts a charge of a new driver with a subscribed device. */
async function chargeWithDevice(cents = 10_000) {
  const { backend } = network;
  const driver = await network.driver(cents);
  const charger = await network.charger();
  const device = await push.subscribe(backend, driver.token);
  const transactionId = await startAndCharge(driver, charger.number);
  await waitForEnergy(driver, charger.id, 0.2);
  return { driver, charger, device, transactionId };
}
const noticeOf = async (transactionId: number, kind: NoticeKind) => {
  const [row] = await network.backend.context.db
    .select()
    .from(notices)
    .where(and(eq(notices.transactionId, transactionId), eq(notices.kind, kind)));
  return row;
};
/** Waits until a notice has been sent or dropped. */
const untilSettled = (transactionId: number, kind: NoticeKind) =>
  until(`${kind} sent`, async () => ((await noticeOf(transactionId, kind))?.doneAt ? true : undefined));
/** Waits until the push service has responded to `count` messages. */
const untilAttempted = (endpoint: string, count: number) =>
  until(`attempt ${count}`, () => push.service.attemptsAt(endpoint) >= count);
/** Makes a notice due and sends it, whatever its pause. */
async function sendAgain(transactionId: number) {
  const { context } = network.backend;
  await context.db
    .update(notices)
    .set({ nextTryAt: new Date(0) })
    .where(eq(notices.transactionId, transactionId));
  await sendNotices(context);
}
type Driver = Awaited<ReturnType<typeof network.driver>>;
const profileOf = async (driver: Driver): Promise<{ id: string; email: string }> =>
  (await driver.call('GET', '/userprofile')).body;
async function mailsTo(driver: Driver) {
  const { email } = await profileOf(driver);
  return network.backend.context.mailer.outbox().filter(({ to }) => to === email);
}

test('pushes the end of a charge once, signed and encrypted, with a link to its receipt', async () => {
  const { driver, charger, device, transactionId } = await chargeWithDevice();
  const other = await network.driver();
  const silent = await push.subscribe(network.backend, other.token);
  await driver.stop(charger.id, transactionId);
  await untilSettled(transactionId, 'chargeEnded');
  await sendAgain(transactionId);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(device.messages()).toMatchObject([
    {
      title: 'Faísca · Recarga finalizada',
      path: `/faisca/extract/recharge/${transactionId}`,
      tag: `charge-${transactionId}`,
    },
  ]);
  const amount = receipt.amount?.toFixed(2).replace('.', ',');
  const body = device.messages()[0]?.body.replaceAll('\u00a0', ' ');
  expect(body).toMatch(/^Finalizada por você\. \d+,\d kWh · /);
  expect(body).toContain(`R$ ${amount} · Oficina`);
  expect(silent.messages()).toEqual([]);
  const [{ vapid, ttl, urgency } = { vapid: undefined }] = push.service.received;
  expect({ ttl, urgency }).toEqual({ ttl: 86_400, urgency: 'high' });
  expect(vapid).toMatchObject({ aud: push.service.origin, sub: expect.stringMatching(/^mailto:/) });
  expect(vapid?.key).toBe(network.backend.context.vapid.publicKey);
  expect(vapid?.exp).toBeLessThan(Date.now() / 1000 + 86_400);
});

test("keeps a site's name in Hebrew apart from the figures beside it", async () => {
  const { db } = network.backend.context;
  const { driver, charger, device, transactionId } = await chargeWithDevice();
  await db.update(sites).set({ name: 'סדנה 12' });
  await driver.stop(charger.id, transactionId);
  await untilSettled(transactionId, 'chargeEnded');
  await db.update(sites).set({ name: 'Oficina' });
  expect(device.messages()[0]?.body).toMatch(/ · \u2068סדנה 12\u2069$/);
});

test('includes the reason for an unexpected stop', async () => {
  const { charger, device, transactionId } = await chargeWithDevice();
  charger.connector.stop('PowerLoss');
  await untilSettled(transactionId, 'stoppedUnexpectedly');
  const [message, ...others] = device.messages();
  expect(others).toEqual([]);
  expect(message?.title).toBe('Faísca · Recarga interrompida');
  expect(message?.body).toMatch(/^Falta de energia no carregador\. /);
  expect(message?.path).toBe(`/faisca/extract/recharge/${transactionId}`);
});

test('retries after a failure, but only devices that have not been reached', async () => {
  const { backend } = network;
  const { driver, charger, device, transactionId } = await chargeWithDevice();
  const { id } = await profileOf(driver);
  const second = await push.subscribe(backend, await issueToken(backend.context, Number(id), new Date()));
  push.service.respond(second.endpoint, 503, 429);
  await driver.stop(charger.id, transactionId);
  await until(
    'first device',
    async () => (await noticeOf(transactionId, 'chargeEnded'))?.reached.length === 1,
  );
  for (const attempt of [1, 2]) {
    await untilAttempted(second.endpoint, attempt);
    await sendAgain(transactionId);
  }
  await untilSettled(transactionId, 'chargeEnded');
  expect([device.messages().length, second.messages().length]).toEqual([1, 1]);
});

test.each([404, 410])('deletes a subscription that has ended (%i)', async (status) => {
  const { driver, charger, device, transactionId } = await chargeWithDevice();
  push.service.respond(device.endpoint, status);
  await driver.stop(charger.id, transactionId);
  await untilSettled(transactionId, 'chargeEnded');
  const { db } = network.backend.context;
  const left = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, device.endpoint));
  expect(left).toEqual([]);
});

test('sends no notice of a kind that the user has switched off', async () => {
  const { backend } = network;
  const { driver, charger, device, transactionId } = await chargeWithDevice();
  const body = { kind: 'stoppedUnexpectedly', on: false };
  await callApi(backend, calls.changeNotificationSettings, { token: driver.token, body });
  charger.connector.stop('PowerLoss');
  await untilSettled(transactionId, 'stoppedUnexpectedly');
  expect(device.messages()).toEqual([]);
  expect(await mailsTo(driver)).toEqual([]);
});

test('mails an unexpected stop once if no push service accepts it', async () => {
  const { driver, charger, device, transactionId } = await chargeWithDevice();
  push.service.respond(device.endpoint, 500, 500, 500, 500);
  charger.connector.stop('PowerLoss');
  for (const attempt of [1, 2, 3]) {
    await untilAttempted(device.endpoint, attempt);
    await sendAgain(transactionId);
  }
  await untilSettled(transactionId, 'stoppedUnexpectedly');
  const [mail, ...others] = await mailsTo(driver);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Sua recarga foi interrompida', from: 'Faísca', links: [] });
  expect(mail?.text).toContain('Falta de energia no carregador');
  expect(device.messages()).toEqual([]);
});

test('mails an unexpected stop to a driver without a device, but not a regular end', async () => {
  const driver = await network.driver();
  const charger = await network.charger();
  const subjectsAfter = async (reason: string) => {
    const transactionId = await startAndCharge(driver, charger.number);
    await waitForEnergy(driver, charger.id, 0.1);
    charger.connector.stop(reason);
    await untilSettled(transactionId, reason === 'PowerLoss' ? 'stoppedUnexpectedly' : 'chargeEnded');
    await unplug(charger);
    return (await mailsTo(driver)).map(({ subject }) => subject);
  };
  expect(await subjectsAfter('Local')).toEqual([]);
  expect(await subjectsAfter('PowerLoss')).toEqual(['Sua recarga foi interrompida']);
});

test('warns once before the credit is used up', async () => {
  const { context } = network.backend;
  // Time costs nothing, so that the charge costs no more while the car takes no energy.
  const price = { ...PRICE, PriceTimeCharging: 0, PriceTimePlugged: 0, PriceTimeOverstay: 0 };
  await context.db.update(pricePeriods).set({ price });
  const { driver, charger, device, transactionId } = await chargeWithDevice(100_000);
  await waitForEnergy(driver, charger.id, 4);
  charger.connector.pause('EV');
  await until('pause', async () => (await driver.connector(charger.id)).status === 'SuspendedEV');
  await watchCharges(context);
  expect(await noticeOf(transactionId, 'creditNearlyUsed')).toBeUndefined();
  const userId = Number((await profileOf(driver)).id);
  const { wallet } = (await balanceOf(context.db, userId)).funds;
  await openHold(context.db, userId, wallet - 100);
  await watchCharges(context);
  await sendNotices(context);
  const message = await until('warning', () => device.messages()[0]);
  expect(message.body.replaceAll('\u00a0', ' ')).toMatch(/^Restam R\$ \d+,\d\d para esta recarga/);
  expect(message.path).toBe(`/faisca/recharge/${charger.id}/1`);
  await untilSettled(transactionId, 'creditNearlyUsed');
  await watchCharges(context);
  await sendAgain(transactionId);
  expect(device.messages().filter(({ title }) => title.includes('Créditos'))).toHaveLength(1);
});

test('warns before overstay costs, unless the car takes energy again', async () => {
  const { context } = network.backend;
  const price = { ...PRICE, PriceTimeOverstay: 30, OverstayGracePeriod: 10 };
  await context.db.update(pricePeriods).set({ price });
  const driver = await network.driver();
  // The clocks of charge point and server run at the same speed.
  const charger = await network.charger({ timeScale: 1 });
  const device = await push.subscribe(network.backend, driver.token);
  const transactionId = await startAndCharge(driver, charger.number);
  charger.connector.pause('EV');
  await until('pause', async () => (await driver.connector(charger.id)).status === 'SuspendedEV');
  await watchCharges(context);
  expect(await noticeOf(transactionId, 'idleCostBegins')).toBeUndefined();
  network.advanceClock(6 * 60_000);
  // The job may try to send the notice before the car takes energy again.
  push.service.respond(device.endpoint, 503, 503, 503);
  await watchCharges(context);
  charger.connector.pause(undefined);
  await until('resumed', async () => (await driver.connector(charger.id)).status === 'Charging');
  await sendAgain(transactionId);
  expect(device.messages()).toEqual([]);

  push.service.respond(device.endpoint);
  charger.connector.pause('EV');
  await until('pause', async () => (await driver.connector(charger.id)).status === 'SuspendedEV');
  const message = await until('warning', async () => {
    // The job may not have deleted the earlier notice yet. Only then is a new one added.
    await watchCharges(context);
    await sendAgain(transactionId);
    return device.messages()[0];
  });
  expect(message.title).toBe('Faísca · Seu carro parou de carregar');
  expect(message.body.replaceAll('\u00a0', ' ')).toContain(
    'A partir das {time}, a permanência custa R$ 0,50/min.',
  );
  const { transaction } = await driver.connector(charger.id);
  const start = Date.parse(transaction.suspendedSince) + (600 - transaction.overstaySeconds) * 1000;
  expect(message.at).toBe(new Date(start).toISOString());
  expect(message.path).toBe(`/faisca/recharge/${charger.id}/1`);
});
