/** Runs the documented commands in a copy of the workspace at a path with spaces and accents. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '../../start/ports.ts';
import { BRAND } from '../pages/steps.ts';
import { findPnpm } from '../product/find-pnpm.ts';
import { memoryOfSession } from '../product/memory.ts';
import { expect, test } from '../product/product.ts';
import { DIST } from '../product/start-product.ts';
import { STORED_PACKAGES } from '../product/stored-packages.ts';
import { copyWorkspace } from '../product/workspace-copy.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The commands of the document, in order. */
const COMMANDS = [...readFileSync(join(ROOT, '.docs/squads.md'), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter(Boolean);
const KEEPS_RUNNING = /pnpm@12 start$/;
const IS_INSTALL = /pnpm@12 install$/;

/** One copy for both tests. */
test.describe.configure({ mode: 'default' });

let parent: string;
let folder: string;
let product: ChildProcess | undefined;
test.beforeAll(() => {
  // On the workspace's file system, for hard links.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  parent = mkdtempSync(join(ROOT, '.cache/squads-'));
  folder = join(parent, 'Meus Projetos', 'carro elétrico');
  copyWorkspace(folder);
  // Otherwise the first start would build the same again.
  cpSync(DIST, join(folder, 'dist'), { recursive: true });
});
test.afterEach(() => {
  if (product?.pid && product.exitCode === null) process.kill(-product.pid, 'SIGKILL');
  product = undefined;
});
test.afterAll(() => rmSync(parent, { recursive: true, maxRetries: 5 }));

/** Returns an environment without the variables of this test run. */
function environment(port: number): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...STORED_PACKAGES,
    PORT: String(port),
    CI: '',
    NODE_ENV: '',
  };
  for (const key of ['DATABASE_URL', 'DATA_DIR', 'SITE_DIR']) delete env[key];
  return env;
}

/** Expects `pnpm start`, with all of its processes, to fit a machine of 1 GB. */
async function expectSmallMemory(leader: number) {
  const memory = memoryOfSession(leader);
  if (!memory) return;
  // Less would mean that the server isn't among the measured processes.
  expect(memory.totalMb).toBeGreaterThan(300);
  expect(memory.peakMb).toBeLessThan(600);
  // It collects its garbage when it has started.
  await expect.poll(() => memoryOfSession(leader)?.totalMb).toBeLessThan(600);
}

test('the commands of .docs/squads.md take a clone to a remote that 5 % of the browsers run', async ({
  page,
}) => {
  const port = await freePort();
  const env = environment(port);
  const url = `http://localhost:${port}`;
  const screen = `${url}/${BRAND}/promocoes`;
  const outputs: string[] = [];
  const pnpm = findPnpm();

  for (const command of COMMANDS) {
    if (KEEPS_RUNNING.test(command)) {
      const started = spawn(command, { cwd: folder, env, shell: true, detached: true });
      product = started;
      let output = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      const isServed = () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(() => started.exitCode !== null || isServed()).toBe(true);
      expect(started.exitCode, output).toBe(null);
      await page.goto(`${url}/${BRAND}/`);
      await expect(page.getByRole('link', { name: /Estação Trianon/ })).toBeVisible();
      await expectSmallMemory(started.pid ?? 0);
      continue;
    }
    // npx itself takes half a second of CPU time: the installs and the start run it.
    const direct = IS_INSTALL.test(command) ? command : command.replace('npx --yes pnpm@12', `'${pnpm}'`);
    const { stdout } = await promisify(execFile)('sh', ['-c', direct], { cwd: folder, env });
    outputs.push(stdout);
    if (command.endsWith('remote publish promotions')) {
      await page.goto(screen);
      await expect(page.getByRole('heading', { name: 'promotions' })).toBeVisible();
    }
    if (command.endsWith('--traffic 5')) {
      const { remotes } = await (await fetch(`${url}/remotes.json`)).json();
      expect(remotes).toContainEqual(
        expect.objectContaining({ name: 'promotions', candidate: expect.objectContaining({ traffic: 5 }) }),
      );
    }
    if (command.endsWith('remote promote promotions')) {
      await page.goto(screen);
      await expect(page.getByRole('heading', { name: 'Promoções' })).toBeVisible();
    }
  }
  expect(outputs.join('\n')).toMatch(/promotions \S+ is live again/);
  await page.goto(screen);
  await expect(page.getByRole('heading', { name: 'promotions' })).toBeVisible();
});

test('prints the reason and exits with code 1 when the web app cannot be built', async () => {
  const source = join(folder, 'shell/src/main.tsx');
  const original = readFileSync(source);
  writeFileSync(source, 'export const broken = ;\n');
  const child = spawn(process.execPath, ['e2e/start.ts'], {
    cwd: folder,
    env: environment(await freePort()),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(output + errors).toContain('src/main.tsx');
  expect(errors).toContain('The web app could not be built');
  writeFileSync(source, original);
});
