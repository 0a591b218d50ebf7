import { expect, test } from '@rstest/core';
import { type WebAppFiles, webAppFile } from '@shell/server/files';
import { withPreviews } from './sandbox-config.ts';

const served = async (config: string) => {
  const files: WebAppFiles = { find: async () => webAppFile(Buffer.from(config), 'application/json') };
  return (await withPreviews(files).find('/config.json'))?.content.toString() ?? '';
};

test('allows previews in an app that does not configure them, and keeps the rest', async () => {
  expect(JSON.parse(await served('{"apiUrl":"/v1/api","more":1}'))).toMatchObject({
    apiUrl: '/v1/api',
    more: 1,
    preview: true,
  });
});

test('allows the developer panel in an app that does not configure previews or the panel', async () => {
  expect(JSON.parse(await served('{}'))).toMatchObject({ developerPanel: true });
  expect(JSON.parse(await served('{"developerPanel":false}'))).toMatchObject({ developerPanel: false });
});

test('keeps a configuration that sets previews or cannot be read', async () => {
  for (const config of ['{"preview":false}', '{"preview":true}', '{'])
    expect(await served(config)).toBe(config);
});
