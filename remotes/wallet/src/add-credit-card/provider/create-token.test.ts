import { expect, rs, test } from '@rstest/core';
import { createToken } from './create-token.ts';
import type { Provider } from './provider.ts';

const card = {
  number: '4111111111111111',
  month: '07',
  year: '2031',
  firstName: 'Ana',
  lastName: 'Souza',
  cvv: '123',
};
const providerThat = (createPaymentToken: Provider['createPaymentToken']): Provider => ({
  setAccountID: () => undefined,
  setTestMode: () => undefined,
  CreditCard: (...given) => given,
  createPaymentToken,
});

test('a provider that stays silent is not waited for without end', async () => {
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const wanted = expect(
    createToken(
      providerThat(() => undefined),
      card,
    ),
  ).rejects.toMatchObject({ code: 'timeout' });
  await rs.advanceTimersByTimeAsync(30_000);
  await wanted;
  rs.useRealTimers();
});

test('what a provider throws is not passed on', async () => {
  const throwing = providerThat((given) => {
    throw new Error(`cannot read ${given}`);
  });
  const error = await createToken(throwing, card).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'CardTokenError', code: 'script' });
  expect(String(error)).not.toContain('4111');
});

test.each([null, undefined, 7, [], {}, { id: '' }, { errors: null }, { errors: { number: { deep: 1 } } }])(
  'an answer of %j is an error, whatever it means',
  async (answer) => {
    const answering = providerThat((_, answered) => answered(answer));
    await expect(createToken(answering, card)).rejects.toMatchObject({ name: 'CardTokenError' });
  },
);

test('a token without anything more tells no description', async () => {
  const answering = providerThat((_, answered) => answered({ id: 'tok' }));
  expect(await createToken(answering, card)).toEqual({ token: 'tok', description: '' });
});
