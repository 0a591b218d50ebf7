/** Runs a server under load in a separate process, and reads its resource usage. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { stopChild } from '../servers/child.ts';

interface Usage {
  cpuMs: number;
  memoryMb: number;
}
export interface Target {
  url: string;
  /** Session tokens of the backend's users. */
  tokens: string[];
  usage: () => Promise<Usage>;
  stop: () => Promise<void>;
}

/**
 * Starts one of the backend's server scripts for tests. `message`, if given, is sent to it first.
 */
export async function startTarget(
  script: 'serve-many-users' | 'serve-bare',
  args: string[],
  env: Record<string, string>,
  message?: object,
): Promise<Target> {
  const path = resolve(import.meta.dirname, `../../backend/src/testing/${script}.ts`);
  const child = fork(path, args, { env: { ...process.env, ...env } });
  if (message) child.send(message);
  const { url, tokens = [] } = await nextMessage<{ url: string; tokens?: string[] }>(child);
  return {
    url,
    tokens,
    usage: () => {
      child.send('usage');
      return nextMessage<Usage>(child);
    },
    stop: () => stopChild(child),
  };
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const whenEnded = () => ended.abort(new Error('a server under load exited'));
  child.once('exit', whenEnded);
  const [response] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', whenEnded);
  return response as T;
}
