/** `pnpm contract …`: writes documents of the contract, and checks other backends. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { PRODUCT } from '@shared/contract';
import { asyncApi } from './asyncapi.ts';
import { printable } from './check/report.ts';
import { type CheckOptions, runCheck } from './check/run-check.ts';
import { openApi } from './openapi.ts';

const HELP = `pnpm contract openapi [--out <folder>]   writes openapi.json and asyncapi.json (live stream)
pnpm contract check <url> [options]      compares a backend with the contract; exit code 1 if it differs

<url> is the API's URL; /v1/api is appended if it has no path. Without further options, the check only reads:
--user <e-mail> --password-env <name>    an account; the environment variable holds its password
--write                                  also changes data of that account, and undoes the changes
--money                                  with --write: also tops up and charges. For sandboxes only
--charger <number>                       with --money: a free charger, to start and stop a charge there
--card-token <token>                     with --money: the payment provider's token of a card to save
--brand <name>                           ${PRODUCT.slug} if omitted
--near <latitude>,<longitude>            position to search for sites; São Paulo if omitted
--origin <https://…>                     also checks that a page of this origin may use the backend (CORS)
--live <wss://…>                         the live stream; ws/UserMessages next to the API if omitted
--timeout <seconds>                      upper bound of the calls' own time limits

The check prints paths and types, but never tokens or the content of responses.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  out: { type: 'string', default: '.data/contract' },
  user: text,
  'password-env': text,
  write: flag,
  money: flag,
  charger: text,
  'card-token': text,
  brand: { type: 'string', default: PRODUCT.slug },
  near: { type: 'string', default: '-23.55,-46.63' },
  origin: text,
  live: text,
  timeout: { type: 'string', default: '30' },
} as const;
type Values = ReturnType<typeof readArguments>['values'];

const readArguments = () => parseArgs({ allowPositionals: true, options });

async function run(): Promise<number> {
  const { positionals, values } = readArguments();
  const [command, url, ...others] = positionals;
  if (command === 'openapi' && url === undefined) {
    writeDocuments(values.out);
    return 0;
  }
  if (command === 'check' && url !== undefined && others.length === 0) {
    const results = await runCheck(checkOptionsOf(url, values));
    for (const line of printable(results)) console.log(line);
    return results.every(({ differences }) => differences.length === 0) ? 0 : 1;
  }
  throw new WrongArguments();
}

/** Writes `openapi.json` and `asyncapi.json` into a folder, and prints their paths. */
function writeDocuments(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries({ 'openapi.json': openApi(), 'asyncapi.json': asyncApi() })) {
    writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
    console.log(join(folder, name));
  }
}

function checkOptionsOf(given: string, values: Values): CheckOptions {
  const api = urlOf(given, ['http:', 'https:']);
  if (api.pathname === '/') api.pathname = '/v1/api';
  api.pathname = api.pathname.replace(/\/+$/, '');
  const defaultLive = new URL('ws/UserMessages', api);
  defaultLive.protocol = api.protocol === 'https:' ? 'wss:' : 'ws:';
  const live = values.live === undefined ? defaultLive : urlOf(values.live, ['ws:', 'wss:']);
  const [lat = Number.NaN, lng = Number.NaN] = values.near.split(',').map(Number);
  if (Number.isNaN(lat) || Number.isNaN(lng)) throw new WrongArguments('--near needs <latitude>,<longitude>');
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw new WrongArguments('--timeout needs a number of seconds');
  if (values.write && values.user === undefined) throw new WrongArguments('--write needs --user');
  if (values.money && !values.write) throw new WrongArguments('--money needs --write');
  return {
    api: api.href,
    live: live.href,
    near: { lat, lng },
    maxMs: seconds * 1000,
    brand: values.brand,
    origin: values.origin,
    write: values.write,
    money: values.money,
    charger: values.charger,
    cardToken: values['card-token'],
    credentials: credentialsOf(values),
  };
}

function urlOf(given: string, protocols: readonly string[]): URL {
  const url = URL.parse(given);
  if (!url || !protocols.includes(url.protocol))
    throw new Error(`not a URL with ${protocols.join(' or ')}: ${given}`);
  return url;
}

function credentialsOf({ user, 'password-env': name }: Values): CheckOptions['credentials'] {
  if (user === undefined) return undefined;
  if (name === undefined) throw new WrongArguments('--user needs --password-env');
  const password = process.env[name];
  if (!password) throw new Error(`the environment variable ${name} is empty`);
  return { email: user, password };
}

await runCommand(HELP, run);
