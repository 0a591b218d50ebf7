import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { PRODUCT } from '../../shared/contract/src/product.ts';
import {
  type Backend,
  DEMO_PASSWORD,
  demoChargerNumber,
  demoEmails,
  demoOperatorSites,
  sandboxNotice,
} from '../backend/src/index.ts';

/**
 * The simulated charge points connect within a second or two. After this time the message is
 * printed without a charger number.
 */
const CHARGER_WAIT_MS = 10_000;
const POLL_MS = 200;

/**
 * Returns the message printed at startup: URLs, and in the sandbox the demo logins and
 * screens.
 */
export async function startupMessage({ context }: Backend, port: number): Promise<string> {
  const { sandbox, host, tls } = context.options;
  const [here = '', ...lan] = pageUrls({ host, port, tls, lan: lanAddresses() });
  return [
    '',
    `  ${PRODUCT.name} runs at  ${here}`,
    ...(lan.length ? [`  On this network    ${lan.join('  ')}`] : []),
    ...(sandbox ? [`  Sandbox            ${here}/sandbox`, '', ...(await demoLines(context, here))] : []),
    '',
    ...(sandbox ? [`  ${sandboxNotice({ host })}`] : []),
    ...(tls ? [] : ['  Camera and position need HTTPS on any machine but this one.']),
    '  Ctrl+C stops everything.',
    '',
  ].join('\n');
}

const ALL_INTERFACES = new Set(['0.0.0.0', '::']);
const LOOPBACK = /^(localhost|127\..*|::1)$/;

interface Listening {
  host: string;
  port: number;
  tls?: unknown;
}

/**
 * Returns the URLs at which a server can be reached, the one for this computer first.
 * @param lan this computer's addresses on networks
 */
export function pageUrls({ lan, ...server }: Listening & { lan: string[] }): string[] {
  const isEverywhere = ALL_INTERFACES.has(server.host);
  const own = isEverywhere || LOOPBACK.test(server.host) ? 'localhost' : server.host;
  return [own, ...(isEverywhere ? lan : [])].map((address) => urlOf(server, address));
}

/** Returns the URL at which programs on this computer reach a server: `localhost` may lack `::1`. */
export function loopbackUrl(server: Listening): string {
  return urlOf(server, ALL_INTERFACES.has(server.host) ? '127.0.0.1' : server.host);
}

const urlOf = ({ port, tls }: Listening, address: string) =>
  `${tls ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${port}`;

async function demoLines({ db }: Backend['context'], here: string): Promise<string[]> {
  const charger = await freeCharger(db);
  const { fleet, valet } = await demoOperatorSites(db);
  return [
    `  Log in with        ${demoEmails.ana}  (credit, one vehicle)`,
    `             or      ${demoEmails.bruno}  (no credit, two vehicles)`,
    `             or      ${demoEmails.valet}  (valet)`,
    `  Password           ${DEMO_PASSWORD}`,
    ...(charger ? [`  Charger to type    ${charger}`] : []),
    ...(fleet ? [`  Board on a wall    ${here}/viewers/fleet/charger-status/${fleet}`] : []),
    ...(valet ? [`  Valet queue        ${here}/valet/${valet}`] : []),
  ];
}

async function freeCharger(db: Backend['context']['db']): Promise<string | undefined> {
  for (let waited = 0; waited < CHARGER_WAIT_MS; waited += POLL_MS) {
    const number = await demoChargerNumber(db);
    if (number) return number;
    await wait(POLL_MS);
  }
  return undefined;
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
