import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { paymentMethods } from '../../../platform/database/schema.ts';
import { newCardToken } from '../../../testing/new-card-token.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
let ana: { id: number; token: string };
let eva: { id: number; token: string };

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
  ({ ana } = await demoTokens(backend));
  eva = await addUser(backend, 'eva');
});
afterAll(() => backend.close());

const newToken = () => newCardToken(backend, { year: '2030' });
const add = (token: string, more: object = {}, user = eva) =>
  callApi(backend, calls.addPaymentMethod, {
    token: user.token,
    body: {
      description: 'visa 4242',
      token,
      set_as_default: false,
      cpf_cnpj: '529.982.247-25',
      ...more,
    },
  });
const cards = async (user = eva) =>
  (await callApi(backend, calls.paymentMethods, { token: user.token })).response ?? [];
const remove = (id: string, user = eva) =>
  callApi(backend, calls.deletePaymentMethod, { token: user.token, path: { id } });
const makeDefault = (id: string, user = eva) =>
  callApi(backend, calls.makeDefaultPaymentMethod, { token: user.token, path: { id } });

test("lists Ana's two saved cards, the default one first", async () => {
  expect(await cards(ana)).toMatchObject([
    { description: 'visa 4242', is_default: true, data: { display_number: 'XXXX-XXXX-XXXX-4242' } },
    { description: 'mastercard 5454', is_default: false },
  ]);
});

test('makes the first card the default, and a later one only on request', async () => {
  expect(await cards()).toEqual([]);
  await add(await newToken());
  await add(await newToken(), { description: 'visa 2' });
  expect((await cards()).map((card) => [card.description, card.is_default])).toEqual([
    ['visa 4242', true],
    ['visa 2', false],
  ]);
  await add(await newToken(), { description: 'visa 3', set_as_default: true });
  expect((await cards())[0]).toMatchObject({
    item_type: 'credit_card',
    description: 'visa 3',
    is_default: true,
    data: { holder_name: 'Eva Lima', month: '1', year: '2030' },
  });
});

test('makes one of ten concurrent first cards the default, and saves a repeated token once', async () => {
  const user = await addUser(backend, 'pressa');
  const token = await newToken();
  const responses = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => add(i < 5 ? token : await newToken(), {}, user)),
  );
  expect(responses.every(({ status }) => status === 201)).toBe(true);
  const saved = await cards(user);
  expect(saved).toHaveLength(6);
  expect(saved.filter((card) => card.is_default)).toHaveLength(1);
});

test('changes the default card, and refuses to delete it', async () => {
  const [first, second] = await cards();
  expect((await makeDefault(second?.id ?? '')).status).toBe(204);
  expect(await remove(second?.id ?? '')).toEqual({ status: 409, code: 'DEFAULT_PAYMENT_METHOD' });
  expect((await remove(first?.id ?? '')).status).toBe(200);
  expect((await cards()).map((card) => card.id)).not.toContain(first?.id);
  expect(await remove(first?.id ?? '')).toMatchObject({ status: 404 });
});

test("returns 404 for another user's card", async () => {
  const [card] = await cards(ana);
  const path = { id: card?.id ?? '' };
  expect(await callApi(backend, calls.paymentMethod, { token: eva.token, path })).toMatchObject({
    status: 404,
  });
  expect((await makeDefault(path.id)).status).toBe(404);
  expect((await remove(path.id)).status).toBe(404);
  expect((await callApi(backend, calls.paymentMethod, { token: ana.token, path })).status).toBe(200);
});

test("rejects a token that is not the provider's, and a card number in the description", async () => {
  expect(await add('nonsense')).toEqual({ status: 400, code: 'INVALID_CARD_TOKEN' });
  expect(await add(await newToken(), { cpf_cnpj: '111.111.111-11' })).toMatchObject({
    code: 'INVALID_CPF_CNPJ',
  });
  for (const description of ['', '4111 1111 1111 1111', 'x'.repeat(61)])
    expect(await add(await newToken(), { description })).toMatchObject({
      status: 400,
      code: 'INVALID_DESCRIPTION',
    });
});

test('stores only the displayable data of a card', async () => {
  const rows = JSON.stringify(await backend.context.db.select().from(paymentMethods));
  expect(rows).not.toMatch(/411111111111|52998224725|529\.982/);
});
