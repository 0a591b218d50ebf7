/** Calls that move money or begin a charge. For sandboxes only. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ActiveRecharge, PIX, TOP_UP_AMOUNTS } from '@shared/contract';
import { CLIENT_ERRORS, type Inspector, UNKNOWN, UNKNOWN_ID } from './inspector.ts';
import type { Account } from './user-calls.ts';

export interface MoneyOptions {
  /** Number of a free charger; without it no charge is started. */
  charger: string | undefined;
  /** One-time token of the payment provider for a card; without it none is saved. */
  cardToken: string | undefined;
}

const POLL_MS = 200;
/** Expected from a repeated request. */
const OF_FIRST = 'that of the first response';
const newKey = () => randomBytes(16).toString('hex');

export async function checkMoneyCalls(
  check: Inspector,
  account: Account,
  options: MoneyOptions,
): Promise<void> {
  await checkTopUp(check, account);
  await check.refusal(
    'requestPayback',
    'with parts that are not the plan',
    { body: { parts: [{ orderId: UNKNOWN_ID, amount: 1 }] }, key: newKey() },
    CLIENT_ERRORS,
  );
  await checkCard(check, account, options.cardToken);
  await check.refusal(
    'valetStart',
    'for an unknown row',
    {
      path: { cqId: UNKNOWN_ID },
      body: { cqId: UNKNOWN_ID, chargePointId: UNKNOWN, connectorId: '1' },
      key: newKey(),
    },
    CLIENT_ERRORS,
  );
  const unlock = await check.call('unlockCable', { body: { TransactionID: UNKNOWN_ID } }, CLIENT_ERRORS);
  if (unlock) check.expectValue('unlockCable', 'body.status', unlock.status, 'Rejected');
  if (options.charger === undefined)
    for (const name of ['startCharge', 'stopCharge'] as const)
      check.report.skipped(name, 'needs a free charger (--charger NUMBER)');
  else await checkCharge(check, options.charger);
}

async function checkTopUp(check: Inspector, { user }: Account): Promise<void> {
  if (!user.cpf) return check.report.skipped('topUp', 'Pix needs a CPF in the profile');
  const [Ammount, otherAmount = Ammount + 1] = TOP_UP_AMOUNTS;
  const key = newKey();
  const body = { Ammount, PaymentMethod: PIX };
  const first = await check.call('topUp', { body, key });
  const repeated = await check.call('topUp', { body, key });
  if (!first) return;
  check.expect('topUp', first.orderId !== undefined, 'body.orderId', "the order's id", first.orderId);
  if (first.orderId === undefined) return;
  check.expectValue('topUp', 'body.orderId with the same key', repeated?.orderId, first.orderId, OF_FIRST);
  await check.refusal(
    'topUp',
    'with the same key and another amount',
    { body: { ...body, Ammount: otherAmount }, key },
    [409],
  );
  const order = await check.call('order', { path: { id: first.orderId } });
  if (order) check.expectValue('order', 'body.orderId', order.orderId, first.orderId, 'the requested id');
}

async function checkCard(check: Inspector, { user }: Account, cardToken: string | undefined): Promise<void> {
  const path = { id: UNKNOWN_ID };
  await check.refusal('deletePaymentMethod', 'for an unknown card', { path }, [404]);
  const card = { description: 'Contract check', set_as_default: false, cpf_cnpj: user.cpf ?? '' };
  const refused = { body: { ...card, token: UNKNOWN }, key: newKey() };
  await check.refusal('addPaymentMethod', 'with an invalid token', refused, CLIENT_ERRORS);
  if (cardToken === undefined) {
    for (const name of ['addPaymentMethod', 'deletePaymentMethod'] as const)
      check.report.skipped(name, 'needs a token of the payment provider (--card-token TOKEN)');
    return;
  }
  const ids = async () => ((await check.call('paymentMethods', {})) ?? []).map(({ id }) => id);
  const idsBefore = await ids();
  const saved = { body: { ...card, token: cardToken }, key: newKey() };
  await check.call('addPaymentMethod', saved);
  await check.call('addPaymentMethod', saved);
  const added = (await ids()).filter((id) => !idsBefore.includes(id));
  const place = 'saved cards after two requests with the same key';
  check.expect('addPaymentMethod', added.length === 1, place, 'one more', added);
  for (const id of added) await check.call('deletePaymentMethod', { path: { id } });
}

async function checkCharge(check: Inspector, number: string): Promise<void> {
  const found = await check.call('chargerId', { path: { number } });
  const [connector] = found
    ? ((await check.call('connectorsOfCharger', { path: { chargerId: found.chargerId } })) ?? [])
    : [];
  if (!connector) return check.report.skipped('startCharge', 'the charger was not found');
  const [vehicle] = (await check.call('vehicles', {})) ?? [];
  const key = newKey();
  const body = { ChargePointID: number, uvId: vehicle?.uvId };
  const start = await check.call('startCharge', { body, key });
  const repeated = await check.call('startCharge', { body, key });
  if (!start) return;
  check.expectValue('startCharge', 'body.status with the same key', repeated?.status, start.status, OF_FIRST);
  check.expectValue(
    'startCharge',
    'body.status',
    start.status,
    'Accepted',
    "'Accepted' for the given charger",
  );
  if (start.status !== 'Accepted') return;
  const { chargePointId, connectorId } = connector;
  const isAtConnector = (one: { chargePointId: string; connectorId: string }) =>
    one.chargePointId === chargePointId && one.connectorId === connectorId;
  const running = await waitFor(async () => (await check.call('activeRecharges', {}))?.find(isAtConnector));
  await stop(check, `${chargePointId}-${connectorId}`, running);
  if (running?.transactionId === undefined) return;
  const id = running.transactionId;
  const ended = await waitFor(async () => {
    const active = await check.call('activeRecharges', {});
    return active && !active.some(isAtConnector);
  });
  const place = 'active charges after the stop';
  check.expect('stopCharge', ended === true, place, 'a list without the stopped charge', running);
  const stopTime = (await check.call('userTransaction', { path: { id } }))?.stopTime;
  const isStopped = stopTime !== undefined;
  check.expect('userTransaction', isStopped, 'body.stopTime of the stopped charge', 'a date', stopTime);
}

/** Time limit for a charge to begin, and to end, in ms. */
const WAIT_MS = 60_000;

/** Stops the charge, or cancels the wait for the plug if the charge has not begun. */
async function stop(
  check: Inspector,
  ChargePointID: string,
  running: ActiveRecharge | undefined,
): Promise<void> {
  const input = { body: { ChargePointID, TransactionID: running?.transactionId ?? '0' }, key: newKey() };
  const response = await check.call('stopCharge', input);
  if (response) check.expectValue('stopCharge', 'body.status', response.status, 'Accepted');
}

/** Polls until `probe` returns a value, or returns undefined after `WAIT_MS`. */
async function waitFor<T>(probe: () => Promise<T | undefined | false>): Promise<T | undefined> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) return undefined;
    await wait(POLL_MS);
  }
}
