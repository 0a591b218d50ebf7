/** Operators for tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ChargePointCommand, commandChargePoint } from '@shared/contract/operator';
import type { Backend } from '../../app.ts';
import { one } from '../../platform/database/rows.ts';
import { operators, users } from '../../platform/database/schema.ts';
import { callApi } from '../../testing/test-backend.ts';
import { issueToken } from '../people/auth/tokens.ts';

export const PASSWORD = 'senha-do-operador-77';

/** Adds an operator of a brand, who can log in with `PASSWORD`. */
export async function addOperator({ context }: Backend, brandId: number) {
  const { db, now, passwords } = context;
  const email = `operador-${crypto.randomUUID()}@example.com`;
  const passwordHash = await passwords.hash(PASSWORD);
  const user = one(
    await db.insert(users).values({ brandId, email, name: 'Operador', passwordHash }).returning(),
  );
  await db.insert(operators).values({ userId: user.id });
  return { id: user.id, email, token: await issueToken(context, user.id, now()) };
}

/** Runs `pnpm charger` or `pnpm refund` in its own process, as an operator with `PASSWORD`. */
export async function runOperatorCommand(
  name: 'charger' | 'refund',
  { url }: Pick<Backend, 'url'>,
  email: string,
  args: string[],
  { env = {}, input = '' }: { env?: NodeJS.ProcessEnv; input?: string } = {},
) {
  const script = join(import.meta.dirname, `../../commands/${name}-command.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { ...process.env, BACKEND_URL: url, OPERATOR_EMAIL: email, OPERATOR_PASSWORD: PASSWORD, ...env },
  });
  child.stdin.end(input);
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out: out.trim(), error: error.trim(), code: child.exitCode };
}

/** Sends a command as a user does. The body isn't typed, since tests also send invalid ones. */
export const command = (
  backend: Pick<Backend, 'url'>,
  token: string | undefined,
  chargePointId: string,
  body: ChargePointCommand | Record<string, unknown>,
) => callApi(backend, commandChargePoint, { path: { chargePointId }, body, ...(token && { token }) });
