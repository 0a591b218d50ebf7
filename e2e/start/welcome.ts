import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { PRODUCT } from '../../shared/contract/src/product.ts';
import { type Backend, DEMO_PASSWORD, demoChargerNumber, demoEmails } from '../backend/src/index.ts';

/** The simulated charge points are there within a second or two; the rest of the welcome doesn't wait for ever. */
const CHARGER_WAIT_MS = 10_000;
const POLL_MS = 200;

/** What someone who has just started the product needs to know. */
export async function welcome({ context }: Backend, port: number): Promise<string> {
  const { sandbox, tls } = context.options;
  const scheme = tls ? 'https' : 'http';
  const lan = lanAddresses().map((address) => `${scheme}://${address}:${port}`);
  return [
    '',
    `  ${PRODUCT.name} runs at  ${scheme}://localhost:${port}`,
    ...(lan.length ? [`  On this network    ${lan.join('  ')}`] : []),
    ...(sandbox
      ? [`  Sandbox            ${scheme}://localhost:${port}/sandbox`, '', ...(await demo(context))]
      : []),
    '',
    ...(tls ? [] : ['  Camera and position need HTTPS on any machine but this one.']),
    '  Ctrl+C stops everything.',
    '',
  ].join('\n');
}

async function demo({ db }: Backend['context']): Promise<string[]> {
  const charger = await freeCharger(db);
  return [
    `  Log in with        ${demoEmails.ana}  (credit, one vehicle)`,
    `             or      ${demoEmails.bruno}  (no credit, two vehicles)`,
    `  Password           ${DEMO_PASSWORD}`,
    ...(charger ? [`  Charger to type    ${charger}`] : []),
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
