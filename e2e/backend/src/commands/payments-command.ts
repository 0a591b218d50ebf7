/** `pnpm payments …`: checks `PAYMENTS_FILE` and the providers, and registers webhooks. */
import { parseArgs } from 'node:util';
import { readPayments } from '../domain/money/payment/payments-file.ts';
import { readEnvironment } from '../environment.ts';
import { checkPayments, registerWebhooks } from './check-payments.ts';
import { runCommand } from './run-command.ts';

const HELP = `pnpm payments check      compares PAYMENTS_FILE with the web app's config.json, and asks the providers, changing nothing
pnpm payments webhook    tells each bank with API Pix where to send notices: SITE_URL/v1/notices/pix/…

The exit code is 0 only if everything works.`;

async function run(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [action, ...rest] = positionals;
  if (rest.length > 0 || (action !== 'check' && action !== 'webhook')) throw new Error(HELP);
  const { paymentsFile, sandbox, webAppDir = 'dist', webAppUrl } = readEnvironment(process.env);
  if (!paymentsFile) throw new Error('PAYMENTS_FILE must be set.');
  const payments = readPayments(paymentsFile, { env: process.env, allowsLoopback: sandbox });
  if (action === 'webhook' && !webAppUrl) throw new Error('SITE_URL must be set.');
  const results =
    action === 'check' ? checkPayments(payments, webAppDir) : registerWebhooks(payments, webAppUrl ?? '');
  let isFine = true;
  for await (const { brand, kind, ok, text } of results) {
    isFine &&= ok;
    console.log(`${brand} ${kind}: ${ok ? 'ok' : 'PROBLEM'}: ${text}`);
  }
  return isFine ? 0 : 1;
}

await runCommand(run);
