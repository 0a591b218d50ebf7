/** `pnpm refund` in its own process, with a running server. */
import { beforeAll, expect, test } from '@rstest/core';
import { setUpCharges } from '../domain/charging/charges.testing.ts';
import { addOperator, runOperatorCommand } from '../domain/operator/operator.testing.ts';

const charges = setUpCharges();
let operator: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  operator = await addOperator(charges.network.backend, charges.network.brandId);
});

/** Returns what the command prints, with simple spaces. */
async function run(...args: string[]) {
  const { out, error, code } = await runOperatorCommand(
    'refund',
    charges.network.backend,
    operator.email,
    args,
  );
  return { out: out.replaceAll('\u00a0', ' ').split('\n'), error: error.replaceAll('\u00a0', ' '), code };
}

test('prints a bill, refunds a part of it once per key, then the rest', async () => {
  const charge = await charges.begin(5000);
  charges.advanceClock(3_600_000);
  await charge.stops(11_000);
  const id = String(charge.transactionId);
  expect(await run(id)).toEqual({
    out: [`Charge ${id}: R$ 20,00 billed, R$ 0,00 refunded`, '1. Energia  R$ 20,00'],
    error: '',
    code: 0,
  });
  const part = [id, '12,50', '--reason', 'Carregador\u001b[2J parou', '--key', 'support-4711'];
  await run(...part);
  const { out, error } = await run(...part);
  expect(out).toEqual([
    `Charge ${id}: R$ 20,00 billed, R$ 12,50 refunded`,
    '1. Energia  R$ 20,00',
    expect.stringMatching(
      new RegExp(`^\\S+  refund \\d+  R\\$ 12,50  user ${operator.id}  Carregador\\?\\[2J parou$`),
    ),
  ]);
  expect(error).toBe('--key support-4711');
  expect(await run(id, 'lines', '1', '--reason', 'x')).toMatchObject({
    error: expect.stringContaining('REFUND_EXCEEDS_PAYMENT, At most R$ 7,50 can be refunded'),
    code: 1,
  });
  expect((await run(id, 'all', '--reason', 'x')).out).toContain('1. Energia  R$ 20,00  refunded');
  expect(await charge.funds()).toEqual({ wallet: 5000, held: 0, owed: 0 });
});

test('refuses wrong arguments with the help, and sends nothing', async () => {
  for (const args of ['all', '0 --reason x', '1.000,00 --reason x', '-5 --reason x', 'lines --reason x'])
    expect(await run('1', ...args.split(' '))).toMatchObject({ code: 1, error: expect.stringMatching(/./) });
  const { error } = await run('1', '5');
  expect(error).toContain('--reason is missing');
  expect(error).toContain('pnpm refund <charge> all');
});
