import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { createWebAppFiles } from '@shell/server/files';
import { withCardScript } from './sandbox-config.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/web-app-`);
});
afterEach(() => rm(folder, { recursive: true }));

async function served(config: string) {
  await writeFile(`${folder}/config.json`, config);
  const file = await withCardScript(createWebAppFiles(folder)).find('/config.json');
  return file?.content.toString() ?? '';
}

test("adds the emulator's script to a configuration without a provider, and keeps the rest", async () => {
  const config = JSON.parse(
    await served('{"apiUrl":"/v1/api","payment":{"scriptUrl":""},"more":1}'),
  ) as object;
  expect(config).toMatchObject({
    apiUrl: '/v1/api',
    more: 1,
    payment: { scriptUrl: '/sandbox/payment/provider.js', testMode: true },
  });
});

test('keeps a configuration that names a provider or cannot be read', async () => {
  const named = '{"payment":{"scriptUrl":"https://pay.example/v2","accountId":"7"}}';
  expect(await served(named)).toBe(named);
  expect(await served('{')).toBe('{');
});
