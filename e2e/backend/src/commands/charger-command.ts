/** `pnpm charger …`: sends an operator's command to a charge point, through a running server. */
import { parseArgs } from 'node:util';
import {
  type ChargePointReports,
  type CommandResponse,
  chargePointReports,
  commandChargePoint,
} from '@shared/contract/operator';
import { asOperator, printable } from './operator-calls.ts';
import { HELP, readArguments } from './read-arguments.ts';
import { runCommand } from './run-command.ts';

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
  if (chargePointId === undefined) {
    console.log(HELP);
    return 0;
  }
  const [action] = given;
  const describeReports = action === undefined ? undefined : READS.get(action);
  if (describeReports && given.length === 1) {
    const reports = await asOperator(values.brand, (send) =>
      send(chargePointReports, { path: { chargePointId } }),
    );
    const lines = describeReports(reports);
    for (const line of lines) console.log(printable(line));
    return lines.length > 0 ? 0 : 1;
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

const READS = new Map<string, (reports: ChargePointReports) => string[]>([
  [
    'reports',
    (reports) => reports.map(({ at, message, details }) => [at, message, ...fieldsOf(details)].join('  ')),
  ],
  [
    'csr',
    (reports) =>
      reports
        .find(({ message, details }) => message === 'SignCertificate' && details.csr)
        ?.details.csr?.trim()
        .split(/\r?\n/) ?? [],
  ],
]);

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

await runCommand(run);
