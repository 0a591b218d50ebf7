/** `pnpm hosting …`: writes the configurations of other file servers for an app with that `config.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { AppConfig } from '@shared/contract';
import { hostingFiles } from './hosting-files.ts';
import { DEFAULT_PLACE } from './nginx.ts';

const DOCS = resolve(import.meta.dirname, '../../../../.docs/hosting');
const HELP = `pnpm hosting <config.json> [folder] [options]   writes the configurations of file servers for this config.json
pnpm hosting                                   updates those of the default configuration in .docs/hosting

Of nginx.conf:
--port <number>                   of the server
--certificate <file> --key <file> for HTTPS
--redirect-port <number>          of HTTP, which is redirected to HTTPS
--root <folder>                   the built web app
--logs <folder>                   of the logs
--backend <host:port>             once per instance`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: DEFAULT_PLACE.port },
      certificate: { type: 'string' },
      key: { type: 'string' },
      'redirect-port': { type: 'string' },
      root: { type: 'string', default: DEFAULT_PLACE.root },
      logs: { type: 'string', default: DEFAULT_PLACE.logs },
      backend: { type: 'string', multiple: true, default: DEFAULT_PLACE.backends },
    },
  });
  const [config, folder = config ? '.' : DOCS] = positionals;
  const { port, certificate, key, 'redirect-port': redirectPort, root, logs, backend: backends } = values;
  if ((certificate === undefined) !== (key === undefined))
    throw new WrongArguments('--certificate and --key belong together: give both, or neither.');
  if (redirectPort !== undefined && certificate === undefined)
    throw new WrongArguments('--redirect-port needs --certificate and --key.');
  const tls = certificate !== undefined && key !== undefined ? { certificate, key } : undefined;

  const parsed = config ? readConfig(config) : AppConfig.parse({});
  const place = { port, tls, redirectPort, root, logs, backends };
  for (const [name, content] of Object.entries(hostingFiles(parsed, place))) {
    writeFileSync(join(folder, name), content);
    console.log(join(folder, name));
  }
  return 0;
}

function readConfig(path: string): AppConfig {
  try {
    const { data, error } = AppConfig.safeParse(
      JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')),
    );
    if (data) return data;
    throw new Error(error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

await runCommand(HELP, run);
