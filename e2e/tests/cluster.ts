/** Three instances of the server behind nginx, with their own PostgreSQL and NATS servers. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../start/ports.ts';
import { startChild, stopChild } from './child.ts';
import { startNats } from './nats.ts';
import { startNginx } from './nginx.ts';
import { startPostgres } from './postgres.ts';
import { DIST, type Server } from './start-product.ts';

export interface Cluster extends Server {
  count: number;
  /** Stops an instance by SIGTERM and starts it again. Returns how long it took to stop, in ms. */
  restart: (index: number) => Promise<number>;
}

const COUNT = 3;
/** Service managers kill a process that takes longer to stop. */
const STOP_MS = 30_000;

/** @param nginx its command */
export async function startCluster(nginx: string): Promise<Cluster> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('no PostgreSQL server found');
  const nats = await startNats();
  const ports = await Promise.all(Array.from({ length: COUNT }, freePort));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const instances: ChildProcess[] = [];

  async function start(index: number) {
    const instance = startChild('e2e/backend/src/main.ts', [], {
      ...{ DATABASE_URL: postgres?.url ?? '', NATS_URL: nats.url, SANDBOX: '1', NODE_ENV: 'test' },
      ...{ HOST: '127.0.0.1', PORT: String(ports[index]), SITE_DIR: DIST },
      ...{ TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'error' },
    });
    instances[index] = instance;
    while (!(await isReady(`${urls[index]}/readyz`))) {
      if (instance.exitCode !== null) throw new Error(`instance ${index} exited with ${instance.exitCode}`);
      await wait(100);
    }
  }

  // The first one migrates the database and adds the demo data.
  await start(0);
  await Promise.all(urls.slice(1).map((_, index) => start(index + 1)));
  const proxy = await startNginx(nginx, DIST, ...urls);
  return {
    url: proxy.url,
    count: COUNT,
    async restart(index) {
      const instance = instances[index];
      if (!instance) throw new Error(`there is no instance ${index}`);
      const begun = performance.now();
      const exited = once(instance, 'exit', { signal: AbortSignal.timeout(STOP_MS) });
      instance.kill('SIGTERM');
      const [code] = await exited;
      if (code !== 0) throw new Error(`instance ${index} exited with ${code}`);
      const stopMs = performance.now() - begun;
      await start(index);
      return stopMs;
    },
    async stop() {
      await proxy.stop();
      await Promise.all(instances.map(stopChild));
      await nats.stop();
      postgres.stop();
    },
  };
}

const isReady = (url: string) =>
  fetch(url)
    .then((response) => response.json())
    .then(({ status }) => status === 'ready')
    .catch(() => false);
