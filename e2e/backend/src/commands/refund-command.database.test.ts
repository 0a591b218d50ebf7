/** `pnpm refund` in its own process, with a running server. */
import { beforeAll, expect, test } from '@rstest/core';
import { setUpCharges } from '../domain/charging/charges.testing.ts';
import { addOperator, runOperatorCommand } from '../domain/operator/operator.testing.ts';
import { eq } from '../platform/database/orm.ts';
import { operators } from '../platform/database/schema.ts';
import { systemTransports } from '../platform/transports.ts';

// The command is another process.
const charges = setUpCharges({ transports: systemTransports });
let operator: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  operator = await addOperator(charges.network.backend, charges.network.brandId);
});

const run = (...args: string[]) => runAs({}, ...args);
/** Returns what the command prints, with simple spaces. */
async function runAs(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { backend } = charges.network;
  const { out, error, code } = await runOperatorCommand('refund', backend, operator.email, args, { env });
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
  expect((await run('1', '1.000,00', '--reason', 'x')).error).toContain('without thousands separators');
  const { error } = await run('1', '5');
  expect(error).toContain('--reason is missing');
  expect(error).toContain('pnpm refund <charge> all');
});

test('says what happened and what to do when the server refuses or is away', async () => {
  const refused = await run('999999', 'all', '--reason', 'x');
  expect(refused.code).toBe(1);
  expect(refused.error).toContain(
    "404 CHARGE_NOT_FOUND, No driver of this brand has a charge with this number. Compare the number with the driver's receipt",
  );
  const free = await charges.begin(5000);
  await free.stops(1000);
  expect(await run(String(free.transactionId), 'all', '--reason', 'x')).toMatchObject({
    error: expect.stringContaining('NOTHING_PAID, Nothing was paid for the charge'),
    code: 1,
  });
  const { backend, brandId } = charges.network;
  const other = await addOperator(backend, brandId);
  await backend.context.db.delete(operators).where(eq(operators.userId, other.id));
  expect(await runAs({ OPERATOR_EMAIL: other.email }, '999999')).toMatchObject({
    error: expect.stringContaining('NOT_AN_OPERATOR, Not an operator of this brand. Log in as an operator'),
    code: 1,
  });
  expect(await runAs({ OPERATOR_PASSWORD: 'errada' }, '999999')).toMatchObject({
    error: expect.stringContaining('Check OPERATOR_EMAIL, OPERATOR_PASSWORD and --brand.'),
    code: 1,
  });
  expect(await runAs({ BACKEND_URL: 'http://127.0.0.1:9' }, '1', 'all', '--reason', 'x')).toMatchObject({
    error: expect.stringContaining('Repeat the command later, with the printed --key'),
    code: 1,
  });
});
