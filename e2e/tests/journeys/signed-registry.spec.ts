import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { createKeys, signText } from '../../../shared/federation/src/registry/signing.ts';
import { retryUntilShown } from '../pages/faults.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { TITLE } from '../product/web-app-copy.ts';

const FEDERATION = resolve(import.meta.dirname, '../../../shared/federation');
const SHELL = resolve(FEDERATION, '../../shell');
const { publicKey, privateKey } = createKeys();

/** Builds the shell's page with the public key, and signs the registry. */
function buildWithKey(dist: string) {
  const env = { ...process.env, REMOTES_PUBLIC_KEY: publicKey, REMOTES_PRIVATE_KEY: privateKey };
  const build = `import { compile } from './src/build/compile.ts';
    await compile(${JSON.stringify(SHELL)}, () => ${JSON.stringify(dist)}, [], ['web']);`;
  for (const args of [
    ['--input-type=module', '-e', build],
    ['src/remote-command.ts', 'sign', '--dist', dist],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: FEDERATION, env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }
}

/** Returns the shell's scripts that contain a text. */
function scriptsWith(dist: string, text: string): string[] {
  const folder = join(dist, 'static/js');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return scripts.filter(
    (file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(text),
  );
}

test('a shell with a key accepts only signed registries, and otherwise uses the last valid one or none', async ({
  page,
  browser,
  webApp,
}) => {
  buildWithKey(webApp.dist);
  // Pages load the code that verifies only if the shell has a key.
  expect(scriptsWith(webApp.dist, publicKey)).toEqual([expect.stringMatching(/^index\./)]);
  expect(scriptsWith(webApp.dist, 'Ed25519')).toEqual([expect.stringMatching(/^async\//)]);
  const file = join(webApp.dist, 'remotes.json');
  const good = readFileSync(file, 'utf8');
  const { signed } = JSON.parse(good) as { signed: string };
  const empty = JSON.stringify({ ...JSON.parse(signed), remotes: [] });
  const open = (visitor: Page) => visitor.goto(`${webApp.url}/${BRAND}/`);
  const home = (visitor: Page) => visitor.getByRole('heading', { name: TITLE });
  const refusals: string[] = [];
  page.on('console', (message) => {
    const [, reason] = /Error: (the registry .*)/.exec(message.text()) ?? [];
    if (reason) refusals.push(reason);
  });

  await open(page);
  await expect(home(page)).toBeVisible();
  expect(refusals).toEqual([]);
  const older = JSON.stringify({ serial: 1, remotes: [] });
  for (const [content, reason] of [
    [empty, 'not signed'],
    [JSON.stringify({ ...JSON.parse(good), signed: empty }), 'no valid signature'],
    [JSON.stringify(signText(older, createPrivateKey(privateKey))), 'older'],
  ] as const) {
    writeFileSync(file, content);
    await open(page);
    await expect(home(page)).toBeVisible();
    await expect.poll(() => refusals.at(-1)).toContain(reason);
  }

  const visitor = await browser.newPage();
  writeFileSync(file, empty);
  await open(visitor);
  await expect(visitor.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  writeFileSync(file, good);
  await retryUntilShown(visitor, home(visitor));
  await visitor.close();
  // `page` might later load a chunk of this shell, which the restored web app lacks.
  await page.close();
});
