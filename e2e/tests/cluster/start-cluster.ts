/** Instances of the server behind nginx, with their own PostgreSQL and NATS servers. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../start/ports.ts';
import { type BreakableProxy, startBreakableProxy } from '../breakable-proxy.ts';
import { startNats, type TestNats } from '../nats.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import type { Server } from '../product/start-product.ts';
import { startChild, stopChild } from '../servers/child.ts';
import { startNginx } from '../servers/nginx.ts';

/** How an instance stopped: without its database, it exits with a code other than 0. */
export interface Stop {
  instance: number;
  code: number | null;
  /** In ms since 1970. */
  from: number;
  to: number;
}

export interface Cluster extends Server {
  count: number;
  databaseUrl: string;
  nats: Pick<TestNats, 'start' | 'stop'>;
  postgres: Pick<TestPostgres, 'restart'>;
  /** The links of each instance to the other servers. */
  links: Record<'nats' | 'postgres', BreakableProxy[]>;
  /** Unexpected exits of instances. */
  crashes: string[];
  /** Stops an instance with SIGTERM and starts it again. */
  restart: (index: number) => Promise<Stop>;
  /** Ends an instance with SIGKILL. */
  kill: (index: number) => Promise<void>;
  /** Starts an instance, retries while it fails, and waits until it is ready. */
  start: (index: number) => Promise<void>;
  /** Halts an instance with SIGSTOP until `resume`. */
  suspend: (index: number) => void;
  resume: (index: number) => void;
  /** Waits until all instances are ready. */
  ready: () => Promise<void>;
}

export interface ClusterOptions {
  /** Folder of the build. */
  webAppDir: string;
  /** Variables of the instances. */
  env: Record<string, string>;
  /** Number of instances; three by default. */
  count?: number;
  /** Receives what the instances log. */
  onLine?: (line: string, instance: number) => void;
}

const COUNT = 3;
const POLL_MS = 100;

/** @param nginx path of the nginx program */
export async function startCluster(nginx: string, options: ClusterOptions): Promise<Cluster> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('no PostgreSQL server found');
  const nats = await startNats();
  const { count = COUNT } = options;
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const links = {
    nats: await Promise.all(urls.map(() => startBreakableProxy(nats.url))),
    postgres: await Promise.all(urls.map(() => startBreakableProxy(postgres.url))),
  };
  const instances: ChildProcess[] = [];
  const stopping = new Set<ChildProcess>();
  const crashes: string[] = [];

  function spawn(index: number) {
    const database = new URL(postgres?.url ?? '');
    database.port = new URL(links.postgres[index]?.url ?? '').port;
    const env = {
      DATABASE_URL: database.href,
      NATS_URL: links.nats[index]?.url ?? '',
      HOST: '127.0.0.1',
      PORT: String(ports[index]),
      SITE_DIR: options.webAppDir,
      TRUSTED_PROXIES: 'loopback',
      LOG_LEVEL: 'error',
      ...options.env,
    };
    const { onLine } = options;
    const instance = startChild(
      'e2e/backend/src/main.ts',
      [],
      env,
      onLine && ((line) => onLine(line, index)),
    );
    instances[index] = instance;
    return instance;
  }

  async function start(index: number) {
    let instance = spawn(index);
    while (!(await isReady(urls[index]))) {
      // Without its database an instance can't start, so a service manager starts it again.
      if (instance.exitCode !== null) instance = spawn(index);
      await wait(POLL_MS);
    }
    instance.once('exit', (code, signal) => {
      if (!stopping.has(instance)) crashes.push(`instance ${index} ended with ${signal ?? code}`);
    });
  }

  function running(index: number) {
    const instance = instances[index];
    if (!instance) throw new Error(`there is no instance ${index}`);
    return instance;
  }

  async function terminate(index: number, signal: 'SIGTERM' | 'SIGKILL') {
    const instance = running(index);
    stopping.add(instance);
    const exited = once(instance, 'exit');
    instance.kill(signal);
    await exited;
    return instance.exitCode;
  }

  // The first instance migrates the database and adds the demo data.
  await start(0);
  await Promise.all(urls.slice(1).map((_, index) => start(index + 1)));
  const proxy = await startNginx(nginx, options.webAppDir, ...urls);
  return {
    url: proxy.url,
    count,
    databaseUrl: postgres.url,
    nats,
    postgres,
    links,
    crashes,
    start,
    async restart(index) {
      const from = Date.now();
      const code = await terminate(index, 'SIGTERM');
      const to = Date.now();
      await start(index);
      return { instance: index, code, from, to };
    },
    kill: async (index) => void (await terminate(index, 'SIGKILL')),
    suspend: (index) => void running(index).kill('SIGSTOP'),
    resume: (index) => void running(index).kill('SIGCONT'),
    async ready() {
      for (const url of urls) while (!(await isReady(url))) await wait(POLL_MS);
    },
    async stop() {
      await proxy.stop();
      for (const instance of instances) stopping.add(instance);
      await Promise.all(instances.map(stopChild));
      await Promise.all([...links.nats, ...links.postgres].map((link) => link.close()));
      await nats.stop();
      await postgres.stop();
    },
  };
}

/** Returns whether an instance is ready. */
async function isReady(url = ''): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    const { status } = (await response.json()) as { status: string };
    return status === 'ready';
  } catch {
    return false;
  }
}
