/** A NATS server for tests, on loopback, which can be stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../start/ports.ts';
import { ensureNats } from './ensure-nats.ts';

export interface TestNats {
  url: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startNats(): Promise<TestNats> {
  const found = ensureNats();
  if (!found) throw new Error('nats-server is missing');
  const command = found;
  const port = await freePort();
  let server: ChildProcess | undefined;
  async function start() {
    const child = spawn(command, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    server = child;
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`nats-server exited with ${child.exitCode}`);
      await wait(20);
    }
  }
  async function stop() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }
  await start();
  return { url: `nats://127.0.0.1:${port}`, start, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
