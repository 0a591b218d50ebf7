/** Runs nginx with `.docs/hosting/nginx.conf` in front of a backend. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../start/ports.ts';
import { stopChild } from './child.ts';
import { changedConfig, startServer } from './documented-server.ts';

interface Nginx {
  url: string;
  /** Returns the content of all logs so far. */
  logs: () => string;
  stop: () => Promise<void>;
}

/**
 * Serves the build in `folder` and forwards API calls to the backend, or to its instances in turn.
 */
export async function startNginx(command: string, folder: string, ...backends: string[]): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'nginx-'));
  for (const name of ['tmp', 'logs']) mkdirSync(join(home, name));
  const url = `http://127.0.0.1:${await freePort()}`;
  writeFileSync(join(home, 'site.conf'), nginxConfig(url, home, folder, backends));
  writeFileSync(join(home, 'nginx.conf'), mainConfig(home));
  const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr'];
  const child = await startServer(command, args, Number(new URL(url).port));
  return {
    url,
    logs: () =>
      readdirSync(join(home, 'logs'))
        .map((name) => readFileSync(join(home, 'logs', name), 'utf8'))
        .join('\n'),
    async stop() {
      await stopChild(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Returns the documented file with this server's host, folders and backends. */
const nginxConfig = (url: string, home: string, folder: string, backends: string[]) =>
  changedConfig('nginx.conf', [
    ['listen 80;', `listen ${new URL(url).host};`],
    ['root /srv/site;', `root "${folder}";`],
    ['access_log /var/log/nginx/', `access_log ${home}/logs/`],
    ['error_log /var/log/nginx/', `error_log ${home}/logs/`],
    ['server 127.0.0.1:3000 max_fails=0;', backends.map(upstreamOf).join(' ')],
  ]);

const upstreamOf = (backend: string) => `server ${new URL(backend).host} max_fails=0;`;

/**
 * Runs as one process, which stays a child of the test and writes only to its own folder. It logs what
 * Debian's nginx logs by default.
 */
const mainConfig = (home: string) => `daemon off;
master_process off;
pid ${home}/nginx.pid;
error_log ${home}/logs/error.log;
events {
  worker_connections 4096;
}
http {
  access_log ${home}/logs/access.log;
  client_body_temp_path ${home}/tmp/body;
  proxy_temp_path ${home}/tmp/proxy;
  fastcgi_temp_path ${home}/tmp/fastcgi;
  uwsgi_temp_path ${home}/tmp/uwsgi;
  scgi_temp_path ${home}/tmp/scgi;
  include ${home}/site.conf;
}
`;
