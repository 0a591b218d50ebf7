/** Checks of a remote's source, before it is built: types and tests. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../workspace.ts';

const CHECKS = { types: checkTypes, tests: runTests };
/** Returns whether a check may be skipped: one of the source, or that of the backend's calls. */
export const isCheck = (text: string): boolean => text === 'calls' || Object.hasOwn(CHECKS, text);

/** @throws with the output of the first check that fails */
export async function checkSource(
  source: string,
  skipped: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  for (const [name, check] of Object.entries(CHECKS)) {
    if (skipped.includes(name)) {
      log(`${name}: not checked`);
      continue;
    }
    await check(source);
    log(`${name}: ok`);
  }
}

/** Uses the folder's own `tsconfig.json`, else the options of the workspace. */
async function checkTypes(source: string): Promise<void> {
  if (existsSync(`${source}/tsconfig.json`)) return runTool('typescript', 'tsc', ['-p', source], source);
  await mkdir(`${ROOT}.cache`, { recursive: true });
  await using temporary = await mkdtempDisposable(`${ROOT}.cache/types-`);
  const work = temporary.path;
  const include = [source, `${ROOT}e2e/run/rstest-matchers.d.ts`, `${ROOT}shared/ui/src/css-modules.d.ts`];
  const config = { extends: `${ROOT}tsconfig.json`, include, exclude: [`${source}/node_modules`] };
  await writeFile(`${work}/tsconfig.json`, JSON.stringify(config));
  await runTool('typescript', 'tsc', ['-p', work, '--singleThreaded'], ROOT);
}

/** Uses the folder's own `rstest.config.ts`, else that of the workspace. */
function runTests(source: string): Promise<void> {
  const isConfigured = existsSync(`${source}/rstest.config.ts`);
  if (isConfigured) return runTool('@rstest/core', 'rstest', ['run'], source);
  return runTool(
    '@rstest/core',
    'rstest',
    ['run', '--config', `${ROOT}e2e/run/rstest.config.ts`, '--passWithNoTests', source],
    ROOT,
  );
}

/** Secrets of the publisher, which a remote's tests must not read: they are its team's code. */
const SECRETS = ['REMOTES_PRIVATE_KEY', 'REMOTES_PRIVATE_KEY_FILE', 'REMOTE_COUNTS_TOKEN'];
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)));

/** Maximum length of a program's output, in bytes; further output ends it. */
const MAX_OUTPUT = 100_000_000;

/** Runs a package's program, without a shell, so that it works the same on every system. */
async function runTool(name: string, program: string, args: string[], cwd: string): Promise<void> {
  const manifest = createRequire(`${cwd}/package.json`).resolve(`${name}/package.json`);
  const { bin }: { bin: Record<string, string> } = JSON.parse(await readFile(manifest, 'utf8'));
  const script = resolve(dirname(manifest), bin[program] ?? '');
  const env = withoutSecrets(process.env);
  const run = promisify(execFile)(process.execPath, [script, ...args], { cwd, env, maxBuffer: MAX_OUTPUT });
  run.child.stdin?.end();
  await run.catch(({ stdout, stderr }: Record<'stdout' | 'stderr', string>) => {
    throw new Error(`${program} failed:\n${stdout}${stderr}`);
  });
}
