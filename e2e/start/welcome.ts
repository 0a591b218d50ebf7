import { networkInterfaces } from 'node:os';
import { PRODUCT } from '../../shared/contract/src/product.ts';
import { type Backend, DEMO_PASSWORD, demoChargerNumber, demoEmails } from '../backend/src/index.ts';

/** What someone who has just started the product needs to know. */
export async function welcome({ context }: Backend, port: number): Promise<string> {
  const charger = await demoChargerNumber(context.db);
  const lan = lanAddresses().map((address) => `http://${address}:${port}`);
  return [
    '',
    `  ${PRODUCT.name} runs at  http://localhost:${port}`,
    ...(lan.length ? [`  On this network    ${lan.join('  ')}`] : []),
    `  Sandbox            http://localhost:${port}/sandbox`,
    '',
    `  Log in with        ${demoEmails.ana}  (credit, one vehicle)`,
    `             or      ${demoEmails.bruno}  (no credit, two vehicles)`,
    `  Password           ${DEMO_PASSWORD}`,
    ...(charger ? [`  Charger to type    ${charger}`] : []),
    '',
    '  Camera and position need HTTPS on any machine but this one. Ctrl+C stops everything.',
    '',
  ].join('\n');
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
