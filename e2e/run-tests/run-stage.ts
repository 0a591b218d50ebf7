import { spawn } from 'node:child_process';
import { appendFileSync, createWriteStream } from 'node:fs';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Counted } from './reports.ts';
import { REPORTS, type Stage } from './stages.ts';

export interface Result extends Counted {
  ok: boolean;
  /** What the stage printed, also in `log`. */
  output: string;
  log: string;
}

export interface Options {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Ends the running stage. */
  signal: AbortSignal;
}

/** Runs a stage and writes its output to a file. A stage that can't start fails. */
export async function runStage(stage: Stage, options: Options): Promise<Result> {
  const log = resolve(REPORTS, `${stage.name}.log`);
  try {
    const prepared = await stage.prepare?.();
    try {
      const { code, output } = await run(
        stage,
        options,
        { ...options.env, ...stage.env, ...prepared?.env },
        log,
      );
      return { ...countOf(stage, code === 0), ok: code === 0, output, log };
    } finally {
      prepared?.stop();
    }
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

async function run(
  { command, args, priority }: Stage,
  options: Options,
  env: NodeJS.ProcessEnv,
  log: string,
) {
  const file = createWriteStream(log);
  const child = spawn(command, args, {
    cwd: options.root,
    env,
    signal: options.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      file.write(text);
    });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output };
  } finally {
    file.end();
    await finished(file);
  }
}
