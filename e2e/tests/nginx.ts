/** Runs nginx with `.docs/hosting/nginx.conf` in front of a backend. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../start/ports.ts';
import { stopChild } from './child.ts';

const CONFIG = resolve(import.meta.dirname, '../../.docs/hosting/nginx.conf');

interface Nginx {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Serves the build in `folder` and forwards API calls to the backend, or to its instances in turn.
 */
export async function startNginx(command: string, folder: string, ...backends: string[]): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'nginx-'));
  mkdirSync(join(home, 'tmp'));
  const url = `http://127.0.0.1:${await freePort()}`;
  writeFileSync(join(home, 'site.conf'), siteConfig(url, folder, backends));
  writeFileSync(join(home, 'nginx.conf'), mainConfig(home));
  const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr'];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await waitUntilReady(child, url);
  return {
    url,
    async stop() {
      await stopChild(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Returns the documented file with this server's host, folder and backends. */
function siteConfig(url: string, folder: string, backends: string[]): string {
  const { host } = new URL(url);
  const changes = [
    ['listen 80;', `listen ${host};`],
    ['root /srv/site;', `root "${folder}";`],
    ['server 127.0.0.1:3000 max_fails=0;', backends.map(upstreamOf).join(' ')],
  ] as const;
  return changes.reduce(
    (config, [documented, replacement]) => {
      if (config.split(documented).length !== 2)
        throw new Error(`nginx.conf must contain '${documented}' exactly once`);
      return config.replace(documented, replacement);
    },
    readFileSync(CONFIG, 'utf8'),
  );
}

const upstreamOf = (backend: string) => `server ${new URL(backend).host} max_fails=0;`;

/** Runs as one process, which stays a child of the test and writes only to its own folder. */
const mainConfig = (home: string) => `daemon off;
master_process off;
pid ${home}/nginx.pid;
# Don't log each request that an instance rejects.
error_log stderr crit;
events {
  worker_connections 4096;
}
http {
  access_log off;
  client_body_temp_path ${home}/tmp/body;
  proxy_temp_path ${home}/tmp/proxy;
  fastcgi_temp_path ${home}/tmp/fastcgi;
  uwsgi_temp_path ${home}/tmp/uwsgi;
  scgi_temp_path ${home}/tmp/scgi;
  include ${home}/site.conf;
}
`;

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}`);
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
