import { spawn } from 'node:child_process';
import { appendFileSync, createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { findSecrets } from './find-secrets.ts';
import { HANG_MS } from './hang-limit.ts';
import type { Counted } from './reports.ts';
import { REPORTS, type Stage } from './stages.ts';

/** In seconds. */
export interface Cpu {
  user: number;
  system: number;
}

export interface Result extends Counted {
  ok: boolean;
  /** What the stage printed, also in `log`. */
  output: string;
  log: string;
  /** CPU time of the stage and of all processes that it started and waited for. */
  cpu?: Cpu | undefined;
}

export interface Options {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Ends the running stage. */
  signal: AbortSignal;
}

/**
 * Runs a stage, writes its output to a file, and ends it if it prints nothing for longer than a test
 * may take. A stage that can't start fails.
 */
export async function runStage(stage: Stage, options: Options): Promise<Result> {
  const log = resolve(REPORTS, `${stage.name}.log`);
  try {
    const { code, output, times } = await run(stage, options, log);
    const secrets = findSecrets(output);
    const ok = code === 0 && secrets.length === 0;
    const counted = countOf(stage, ok);
    const failedTests = [...counted.failedTests, ...secrets];
    return { ...counted, failedTests, ok, output, log, cpu: parseTimes(times) };
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    appendFileSync(log, output);
    return { passed: 0, failed: 1, failedTests: [], ok: false, output, log };
  }
}

/** A stage that failed without a failed test (a crash, say) still counts as a failure. */
function countOf(stage: Stage, ok: boolean): Counted {
  const counted = stage.count?.() ?? { passed: ok ? 1 : 0, failed: 0, failedTests: [] };
  return ok ? counted : { ...counted, failed: Math.max(1, counted.failed) };
}

/** Runs a command and prints the CPU time of its processes to file descriptor 3 (POSIX `times`). */
const MEASURED = '"$0" "$@"; code=$?; times >&3; exit $code';

async function run({ command, args, env }: Stage, options: Options, log: string) {
  const file = createWriteStream(log);
  const isWindows = process.platform === 'win32';
  const [program, programArgs] = isWindows ? [command, args] : ['sh', ['-c', MEASURED, command, ...args]];
  const child = spawn(program, programArgs, {
    cwd: options.root,
    env: { ...options.env, ...env },
    // A process group, so that the stage's own programs end with it.
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const end = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  };
  // Not SIGINT, which a shell loses if it has just started.
  options.signal.addEventListener('abort', () => end('SIGTERM'));
  const limit = setTimeout(() => {
    write('\nThe stage was ended: it hung outside of a test.\n');
    end('SIGKILL');
  }, 1.1 * HANG_MS);
  let output = '';
  let times = '';
  function write(text: string) {
    limit.refresh();
    output += text;
    file.write(text);
  }
  const addTimes = (text: string) => {
    times += text;
  };
  const [, stdout, stderr, timing] = child.stdio;
  for (const [stream, onText] of [
    [stdout, write],
    [stderr, write],
    [timing, addTimes],
  ] as const)
    if (stream && 'setEncoding' in stream) stream.setEncoding('utf8').on('data', onText);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output, times };
  } finally {
    clearTimeout(limit);
    file.end();
    await finished(file);
  }
}

/**
 * Reads the output of `times`. Its second line is the user and system time of ended children.
 * Returns undefined if there is none.
 */
export function parseTimes(times: string): Result['cpu'] {
  const [, children = ''] = times.trim().split('\n');
  const [user, system] = [...children.matchAll(/(\d+)m(\d+)[.,](\d+)s/g)].map(
    ([, minutes, seconds, fraction]) => Number(minutes) * 60 + Number(`${seconds}.${fraction}`),
  );
  return user === undefined || system === undefined ? undefined : { user, system };
}
