/** What `pnpm payments reconcile` and `pnpm payments report` print: text, or CSV for a spreadsheet. */
import { formatBRL } from '@shared/brazil';
import type { Unreconciled } from '../domain/money/reconcile/reconcile.ts';
import type { ReportRow } from '../domain/money/reconcile/report.ts';
import { printable } from './operator-calls.ts';

const METHODS = { card: 'cards', pix: 'Pix' };
const WORDS: Record<Unreconciled['difference'], string> = {
  missingHere: 'missing here',
  missingThere: 'missing there',
  otherAmount: 'other amount',
  otherState: 'other state',
};
const AMOUNTS = ['gross', 'refunds', 'disputes', 'fee', 'net'] as const;

/** Returns one line per difference. */
export function describeDifferences(all: readonly Unreconciled[]): string {
  const shown = (value: number | string) => (typeof value === 'number' ? formatBRL(value) : value);
  const lines = all.map(({ brand, method, what, id, difference, orderId, reference, here, there }) =>
    [
      `${brand} ${METHODS[method]}: ${what} ${id}`,
      orderId === undefined ? `no order has ${reference}` : `order ${orderId}`,
      WORDS[difference],
      `${shown(here)} here`,
      `${shown(there) || 'nothing'} there`,
    ].join('  '),
  );
  return [`Differences: ${all.length}`, ...lines].map(printable).join('\n');
}

export const differencesAsCsv = (all: readonly Unreconciled[]) =>
  csv([
    ['brand', 'method', 'account', 'what', 'difference', 'order', 'reference', 'id', 'here', 'there'],
    ...all.map((one) => [
      ...[one.brand, one.method, one.account, one.what, one.difference],
      ...[one.orderId ?? '', one.reference, one.id, plain(one.here), plain(one.there)],
    ]),
  ]);

/** Returns a table with a line per day and brand, and the sums of each brand. */
export function describeReport(rows: readonly ReportRow[]): string {
  const byBrand = Map.groupBy(rows, ({ brand }) => brand);
  const sums = Array.from(byBrand, ([brand, own]) => sumOf(brand, own));
  const cells = [
    ['day', 'brand', ...AMOUNTS],
    ...[...rows, ...sums].map((row) => [row.day, row.brand, ...AMOUNTS.map((name) => formatBRL(row[name]))]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const isText = (column: number) => column < 2;
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

export const reportAsCsv = (rows: readonly ReportRow[]) =>
  csv([
    ['day', 'brand', ...AMOUNTS],
    ...rows.map((row) => [row.day, row.brand, ...AMOUNTS.map((name) => plain(row[name]))]),
  ]);

function sumOf(brand: string, rows: readonly ReportRow[]): ReportRow {
  const sum = { day: 'total', brand, gross: 0, refunds: 0, disputes: 0, fee: 0, net: 0 };
  for (const row of rows) for (const name of AMOUNTS) sum[name] += row[name];
  return sum;
}

/** BRL with two decimals, for example `12.50`. */
const plain = (value: number | string) => (typeof value === 'number' ? (value / 100).toFixed(2) : value);

/** RFC 4180. A provider's text that a spreadsheet would run as a formula is quoted with an apostrophe. */
const csv = (lines: (string | number)[][]) => lines.map((line) => line.map(fieldOf).join(',')).join('\r\n');
const fieldOf = (value: string | number) => {
  const text = String(value);
  const safe = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
