/** `pnpm charger …`: sends an operator's command to a charge point, through a running server. */
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import {
  type CommandResponse,
  chargePointReports,
  chargeRecord,
  commandChargePoint,
} from '@shared/contract/operator';
import { asOperator, printable } from './operator-calls.ts';
import { HELP, readArguments } from './read-arguments.ts';

/** Reply statuses that mean success (OCPP 1.6 §7). */
const DONE = new Set(['Accepted', 'AcceptedCanceled', 'RebootRequired', 'Scheduled', 'Unlocked']);
const RESULTS = {
  offline: 'The charge point is offline: nothing was sent.',
  timeout: 'The charge point did not reply in time. It may still carry out the command.',
  unreachable:
    'The server can’t reach the instance that may have the connection. The charge point may have carried out the command.',
  disconnected: 'The connection ended before a reply. The charge point may have carried out the command.',
};

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { brand: { type: 'string' } },
  });
  const [chargePointId, ...given] = positionals;
  if (chargePointId === undefined) throw new WrongArguments();
  const [action = '', ...args] = given;
  const reading = READINGS.get(action);
  if (reading && args.length === reading.length - 2) {
    const lines = await asOperator(values.brand, (send) => reading(send, chargePointId, ...args));
    for (const line of lines) console.log(line);
    if (lines.length > 0) return 0;
    console.error('The charge point has reported nothing of this kind.');
    return 1;
  }
  const body = readArguments(given);
  const response = await asOperator(values.brand, (send) =>
    send(commandChargePoint, { path: { chargePointId }, body }),
  );
  for (const line of describe(response)) console.log(printable(line));
  return response.result === 'configuration' || (response.result === 'replied' && DONE.has(response.status))
    ? 0
    : 1;
}

type Send = Parameters<Parameters<typeof asOperator>[1]>[0];

/** What the server has stored, without a call to the charge point. */
const READINGS = new Map<string, (send: Send, chargePointId: string, ...args: string[]) => Promise<string[]>>(
  [
    ['reports', readReports],
    ['csr', readCertificateRequest],
    ['charge', readCharge],
  ],
);

async function readReports(send: Send, chargePointId: string): Promise<string[]> {
  const reports = await send(chargePointReports, { path: { chargePointId } });
  return reports.map(({ at, message, details }) => printable([at, message, ...fieldsOf(details)].join('  ')));
}

async function readCertificateRequest(send: Send, chargePointId: string): Promise<string[]> {
  const reports = await send(chargePointReports, { path: { chargePointId } });
  const newest = reports.find(({ message }) => message === 'SignCertificate');
  return newest?.details.csr?.trim().split(/\r?\n/).map(printable) ?? [];
}

/** Escapes what could control the terminal instead of replacing it: signed text must not change. */
async function readCharge(send: Send, chargePointId: string, transactionId: string): Promise<string[]> {
  const record = await send(chargeRecord, { path: { chargePointId, transactionId } });
  return JSON.stringify(record, null, 2).split('\n').map(escaped);
}

const escaped = (text: string) =>
  text.replace(/\p{C}/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );

const fieldsOf = (details: Record<string, unknown> = {}) =>
  Object.entries(details).map(
    ([name, value]) =>
      `${name}=${typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)}`,
  );

function describe(response: CommandResponse): string[] {
  switch (response.result) {
    case 'replied':
      return [response.status, ...fieldsOf(response.details)];
    case 'error':
      return [`The charge point replied with the error ${response.errorCode}.`];
    case 'configuration':
      return [
        ...response.configurationKey.map(
          ({ key, readonly, value }) => `${key}=${value ?? '(hidden)'}${readonly ? ' (read-only)' : ''}`,
        ),
        ...response.unknownKey.map((key) => `${key} is unknown to the charge point`),
      ];
    default:
      return [RESULTS[response.result]];
  }
}

await runCommand(HELP, run);
