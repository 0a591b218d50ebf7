import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { eq } from '../../platform/database/orm.ts';
import { manufacturers, models, startAttempts, transactions, users } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { newCardToken } from '../../testing/new-card-token.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { connectRaw } from '../charge-points/raw-charge-point.testing.ts';
import { apiClient, setUpNetwork, waitForEnergy } from './network.testing.ts';

const { logTo, lines } = captureLog();
const network = setUpNetwork({ logTo, logLevel: 'trace' });

const PERSON = {
  name: 'Zilda Quaresma',
  email: 'zilda.quaresma@example.com',
  password: 'senha-muito-secreta',
};
const CPF = '529.982.247-25';
const CARD = '4111111111114242';
const PLATE = 'QWE-9Z87';

interface Line {
  msg: string;
  requestId?: string;
  chargePointId?: string;
  transactionId?: number;
  attemptId?: number;
}
const linesWith = (msg: string) =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg);

/** Registers, logs in, saves a vehicle and a card, and buys credit with the card. */
async function signUp() {
  const { backend } = network;
  const { db } = backend.context;
  await callApi(backend, calls.register, { body: PERSON, query: { app_id: '1' } });
  await callApi(backend, calls.login, {
    body: { email: PERSON.email, password: 'senha-errada-1' },
    brandId: 1,
  });
  const { response: session } = await callApi(backend, calls.login, { body: PERSON, brandId: 1 });
  const token = session?.token ?? '';
  await db.update(users).set({ cpf: CPF.replace(/\D/g, '') });
  await db.insert(manufacturers).values({ id: 0, name: '_unknown' });
  await db.insert(models).values({ id: 0, manufacturerId: 0, name: '_', batteryKwh: 60, maxAcKw: 11 });
  const added = await callApi(backend, calls.addVehicle, {
    token,
    body: { uvAnuId: '1', uvVmId: '0', uvName: 'Carro da Zilda', uvLicencePlate: PLATE },
  });
  expect(added.status).toBe(201);
  const cardFields = { number: CARD, verification_value: '987', first_name: 'Zilda', last_name: 'Quaresma' };
  const cardToken = await newCardToken(backend, cardFields);
  await callApi(backend, calls.addPaymentMethod, {
    token,
    body: { description: 'visa 4242', token: cardToken, set_as_default: true, cpf_cnpj: CPF },
  });
  await callApi(backend, calls.addPaymentMethod, {
    token,
    body: { description: 'visa 4242', token: 'no-such-token-777', set_as_default: true, cpf_cnpj: CPF },
  });
  const { response: cards } = await callApi(backend, calls.paymentMethods, { token });
  const { response: paid } = await callApi(backend, calls.topUp, {
    token,
    body: { Ammount: 35, PaymentMethod: cards?.[0]?.id ?? '' },
    headers: { 'idempotency-key': 'key-of-zilda' },
  });
  expect(paid).toMatchObject({ orderState: 'paid' });
  await callApi(backend, calls.requestReset, { path: { email: PERSON.email } });
  return { token, cardToken };
}

test('logs a charge from registration to receipt with its ids, and no personal data or secret', async () => {
  const { token, cardToken } = await signUp();
  const driver = apiClient(network.backend, { token });
  const { id, number } = await network.charger();
  const requestId = 'request-of-the-start';
  const { body } = await driver.call(
    'POST',
    '/RemoteStartTransactionRequest',
    { ChargePointID: number },
    { 'idempotency-key': 'start-of-zilda', 'x-request-id': requestId },
  );
  expect(body).toMatchObject({ status: 'Accepted' });
  const transactionId = await until('charging', async () => (await driver.active()).at(-1)?.transactionId);
  await waitForEnergy(driver, id, 0.2);
  await driver.stop(id, transactionId);
  await until('receipt', () => driver.receipt(transactionId));
  const { db } = network.backend.context;
  const [charge] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
  const [attempt] = await db.select().from(startAttempts);
  const idTag = charge?.idTag ?? '';
  expect(idTag).toHaveLength(20);

  // Messages that violate the schema, aren't JSON, or fail.
  const raw = await connectRaw(network.backend.url, 'VISITOR');
  await raw.call('Authorize', { idTag: `${idTag}-${PERSON.email}` });
  await raw.call('StartTransaction', { connectorId: 1, idTag, meterStart: 'x', timestamp: PERSON.email });
  await raw.call(`Call ${idTag}`, { idTag });
  raw.socket.send(`[2,"1","Authorize",{"idTag":"${idTag}"`);
  await until('the malformed frame', () => lines.find((line) => line.includes('not OCPP-J')));
  raw.socket.terminate();

  await until('the end', () => linesWith('charge ended').length === 1);
  expect(linesWith('start requested')).toMatchObject([
    { requestId, chargePointId: id, attemptId: attempt?.id },
  ]);
  expect(linesWith('charge began')[0]).toMatchObject({
    chargePointId: id,
    transactionId,
    attemptId: attempt?.id,
  });
  expect(linesWith('charge ended')).toMatchObject([{ chargePointId: id, transactionId }]);
  const chargeLines = linesWith('OCPP call').filter((line) => line.transactionId === transactionId);
  expect(chargeLines.length).toBeGreaterThanOrEqual(3);
  for (const line of chargeLines) expect(line.chargePointId).toBe(id);
  const startLines = linesWith('OCPP call').filter((line) => line.requestId === requestId);
  expect(startLines).toMatchObject([{ action: 'RemoteStartTransaction', chargePointId: id }]);
  expect(linesWith('request').filter((line) => line.requestId === requestId)).toHaveLength(1);

  const log = lines.join('\n').toLowerCase();
  const secrets = {
    ...PERSON,
    local: 'zilda.quaresma',
    first: 'zilda',
    last: 'quaresma',
    cpf: CPF,
    digits: '52998224725',
    plate: PLATE,
    plateLetters: 'QWE9Z87',
    card: CARD,
    verification: '"987"',
    cardToken,
    token,
    idTag,
    wrong: 'senha-errada-1',
    key: 'start-of-zilda',
    refused: 'no-such-token-777',
  };
  for (const [name, secret] of Object.entries(secrets))
    expect(log.includes(secret.toLowerCase()), name).toBe(false);
  // As a word only, and not as a process id or a duration: ids and times may contain these digits by chance.
  expect(/(?<![\w.-]|"(?:pid|ms)":)4242(?![\w-])/.test(log), 'end of the card number').toBe(false);
});

test('writes each field of a line once', async () => {
  const driver = await network.driver();
  await driver.call('GET', '/UserProfile');
  for (const line of lines) {
    const names = [...line.matchAll(/"(requestId|chargePointId|transactionId)":/g)].map(([, name]) => name);
    expect(new Set(names).size, line).toBe(names.length);
  }
});
