/** Runs `pnpm start` in a folder whose path has spaces and accents. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../start/ports.ts';
import { stopChild } from '../child.ts';
import { expect, test } from '../product.ts';
import { copyWorkspace } from '../workspace-copy.ts';

/** One copy for both tests. Each builds the site, which takes minutes on a slow CI machine. */
test.describe.configure({ mode: 'default', timeout: 600_000 });

/** On the workspace's file system, for hard links. */
const CACHE = resolve(import.meta.dirname, '../../../.cache');

let parent: string;
let folder: string;
test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  parent = mkdtempSync(join(CACHE, 'folder-name-'));
  folder = join(parent, 'Meus Projetos', 'carro elétrico');
  copyWorkspace(folder);
});
test.afterAll(() => rmSync(parent, { recursive: true }));

/** Runs `node e2e/start.ts` in the folder, on an embedded database. */
function start(port: number) {
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'test' };
  delete env.DATABASE_URL;
  delete env.DATA_DIR;
  return spawn(process.execPath, ['e2e/start.ts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

test('builds and starts in a folder whose name has spaces and accents', async () => {
  const port = await freePort();
  const child = start(port);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  try {
    await expect
      .poll(() => child.exitCode !== null || output.includes(`http://localhost:${port}`), {
        timeout: 540_000,
      })
      .toBe(true);
    expect(child.exitCode, output).toBe(null);
    const home = await fetch(`http://127.0.0.1:${port}/`);
    expect(await home.text()).toContain('<title>Faísca</title>');
    const sites = await fetch(
      `http://127.0.0.1:${port}/v1/api/ChargerSitesSearch?lat=-23.56&lng=-46.66&dist=50000`,
      {
        headers: { 'X-Brand-ID': '1' },
      },
    );
    expect(await sites.json()).toContainEqual(expect.objectContaining({ csName: 'Estação Trianon' }));
  } finally {
    await stopChild(child);
  }
});

test('prints the reason and exits with code 1 when the site cannot be built', async () => {
  const source = join(folder, 'shell/src/main.tsx');
  const original = readFileSync(source);
  writeFileSync(source, 'export const broken = ;\n');
  const child = start(await freePort());
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(output + errors).toContain('src/main.tsx');
  expect(errors).toContain('The site could not be built');
  writeFileSync(source, original);
});
