/** `pnpm payments …`: checks `PAYMENTS_FILE`, registers webhooks, and compares and reports payments. */
import { parseArgs } from 'node:util';
import { formatBRL } from '@shared/brazil';
import { runCommand, WrongArguments } from '@shared/command-line';
import { type PaymentsFile, readPayments } from '../domain/money/payment/payments-file.ts';
import type { Period } from '../domain/money/payment/ports.ts';
import { giveBack } from '../domain/money/reconcile/give-back.ts';
import { type Context as ReconcileContext, reconcile } from '../domain/money/reconcile/reconcile.ts';
import { readReport } from '../domain/money/reconcile/report.ts';
import { dayOf, startOfDay } from '../domain/sites/local-time.ts';
import { readEnvironment } from '../environment.ts';
import { systemClock } from '../platform/clock.ts';
import { addMs, DAY_MS } from '../platform/time.ts';
import { systemTransports } from '../platform/transports.ts';
import { checkPayments, registerWebhooks } from './check-payments.ts';
import { printable } from './operator-calls.ts';
import { describeDifferences, describeReport, differencesAsCsv, reportAsCsv } from './payments-tables.ts';
import { withDatabase } from './with-database.ts';

const HELP = `pnpm payments check      compares PAYMENTS_FILE with the web app's config.json, and asks the providers, changing nothing
pnpm payments webhook    tells each bank with API Pix where to send notices: SITE_URL/v1/notices/pix/…
pnpm payments reconcile --from <day> --to <day> [--csv]
                         compares what the providers list with ledger and orders, and prints what differs, changing nothing
pnpm payments give-back --from <day> --to <day> --reference <reference>
                         gives a payment of these days that no order has back to its payer, by its reference in the comparison
pnpm payments report --month <month> [--csv]
                         prints gross, refunds, disputes, fee and net of each day and brand, as the ledger has them

Days such as 2026-11-30 and months such as 2026-11 are local ones, and include their last moment. The database is
DATABASE_URL, or the embedded one in DATA_DIR (.data/database), which no server may have open. The exit code is 0 only if everything works.`;

async function run(): Promise<number> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { from: text, to: text, month: text, reference: text, csv: { type: 'boolean', default: false } },
  });
  const [action, ...rest] = positionals;
  if (rest.length > 0) throw new WrongArguments();
  if (action === 'report') return report(readMonth(values.month), values.csv);
  if (action === 'reconcile') return compare(readDays(values.from, values.to), values.csv);
  if (action === 'give-back') return returnPayment(readDays(values.from, values.to), values.reference);
  if (action !== 'check' && action !== 'webhook') throw new WrongArguments();
  const { webAppDir = 'dist', webAppUrl } = readEnvironment(process.env);
  const payments = readFile();
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

function readFile(): PaymentsFile {
  const { paymentsFile, sandbox } = readEnvironment(process.env);
  if (!paymentsFile) throw new Error('PAYMENTS_FILE must be set.');
  return readPayments(paymentsFile, { env: process.env, allowsLoopback: sandbox });
}

/** Runs something with the database and the providers of `PAYMENTS_FILE`. */
function withProviders<Result>(run: (context: ReconcileContext) => Promise<Result>): Promise<Result> {
  const context = { clock: systemClock, transports: systemTransports };
  const payments = readFile().createPorts(context);
  return withDatabase((db) => run({ ...context, db, payments }));
}

async function returnPayment(period: Period, reference?: string): Promise<number> {
  if (!reference) throw new WrongArguments();
  const refunds = await withProviders((context) => giveBack(context, period, reference));
  if (!refunds) throw new Error('No payment of these days has this reference and no order.');
  for (const { cents, state } of refunds)
    console.log(`${printable(reference)}: ${formatBRL(cents)} ${state}`);
  if (refunds.length === 0) console.log(`${printable(reference)}: nothing is left to give back`);
  return refunds.some(({ state }) => state === 'rejected') ? 1 : 0;
}

async function compare(period: Period, asCsv: boolean): Promise<number> {
  const found = await withProviders((context) => reconcile(context, period));
  if (!found) throw new Error('PAYMENTS_FILE has no brand of the database.');
  console.log(asCsv ? differencesAsCsv(found) : describeDifferences(found));
  return found.length === 0 ? 0 : 1;
}

async function report(period: Period, asCsv: boolean): Promise<number> {
  const rows = await withDatabase((db) => readReport({ db }, period));
  console.log(asCsv ? reportAsCsv(rows) : describeReport(rows));
  return 0;
}

function readDays(first = '', last = ''): Period {
  const [from, lastDay] = [first, last].map(readDay);
  if (!from || !lastDay || lastDay < from) throw new WrongArguments();
  return { from, to: addMs(lastDay, DAY_MS) };
}

function readMonth(month = ''): Period {
  const from = readDay(`${month}-01`);
  if (!from) throw new WrongArguments();
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number)).toISOString().slice(0, 10);
  return { from, to: startOfDay(next) };
}

/** Returns the beginning of a day; undefined if the calendar doesn't have it. */
function readDay(day: string): Date | undefined {
  const at = /^20\d\d-\d\d-\d\d$/.test(day) ? startOfDay(day) : undefined;
  return at && !Number.isNaN(at.getTime()) && dayOf(at) === day ? at : undefined;
}

await runCommand(HELP, run);
