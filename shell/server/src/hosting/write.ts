/**
 * `pnpm hosting [config.json [folder]] [options]`: writes the configurations of other file servers
 * for an app with that `config.json`. Without arguments it updates those in `.docs/hosting`, for
 * the default configuration. Options of nginx.conf: `--port`, `--certificate` and `--key` (files,
 * for HTTPS), `--redirect-port` (of HTTP, to HTTPS), `--root` (folder of the build), `--logs` (folder of
 * the logs) and `--backend host:port`, once per instance.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppConfig } from '@shared/contract';
import { parseFile } from '../files.ts';
import { hostingFiles } from './hosting-files.ts';
import { DEFAULT_PLACE } from './nginx.ts';

const DOCS = resolve(import.meta.dirname, '../../../../.docs/hosting');
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
  throw new Error('--certificate and --key belong together: give both, or neither.');
if (redirectPort !== undefined && certificate === undefined)
  throw new Error('--redirect-port needs --certificate and --key.');
const tls = certificate !== undefined && key !== undefined ? { certificate, key } : undefined;

const parsed = AppConfig.parse(config ? parseFile(readFileSync(config)) : {});
const place = { port, tls, redirectPort, root, logs, backends };
for (const [name, content] of Object.entries(hostingFiles(parsed, place))) {
  writeFileSync(join(folder, name), content);
  console.log(join(folder, name));
}
