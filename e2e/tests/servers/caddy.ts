/** Runs Caddy with `.docs/hosting/Caddyfile` in front of a backend. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProgram } from '../ensure-program.ts';
import { stopChild } from './child.ts';
import { changedConfig, startServer } from './documented-server.ts';

export const ensureCaddy = () => ensureProgram('caddy');

interface CaddyOptions {
  /** What it serves, such as `https://app.test:8443`. */
  url: string;
  /** Folder of the built web app. */
  folder: string;
  /** URL of the backend. */
  backend: string;
  /** Versions of HTTP: `h1`, `h2` and `h3`. By default all that the URL allows. */
  protocols?: string;
  /** Files of a certificate and its key, for `https`. */
  certificate?: { file: string; key: string };
}

/** @returns a function that ends it */
export async function startCaddy(command: string, options: CaddyOptions): Promise<() => Promise<void>> {
  const { url, folder, backend, protocols = 'h1 h2 h3', certificate } = options;
  const home = mkdtempSync(join(tmpdir(), 'caddy-'));
  const file = join(home, 'Caddyfile');
  const general = ['admin off', 'log {', 'level ERROR', '}'];
  const servers = ['servers {', `protocols ${protocols}`, '}'];
  const tls = certificate ? [`tls ${certificate.file} ${certificate.key}`] : [];
  const site = changedConfig('Caddyfile', [
    ['app.example.com {', [`${url} {`, ...tls].join('\n')],
    ['root * /srv/site', `root * "${folder}"`],
    ['reverse_proxy 127.0.0.1:3000', `reverse_proxy ${new URL(backend).host}`],
  ]);
  writeFileSync(file, ['{', ...general, ...servers, '}', site].join('\n'));
  // It keeps its certificates and its configuration there.
  const homes = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  const child = await startServer(command, args, Number(new URL(url).port), homes);
  return async () => {
    await stopChild(child);
    rmSync(home, { recursive: true, force: true });
  };
}
