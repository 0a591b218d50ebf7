import { readFile } from 'node:fs/promises';
import { expect, test } from '@rstest/core';
import { ROOT } from '../workspace.ts';
import { SHARED_MODULES } from './shared-modules.ts';

test('the shell imports every shared module, and so provides it', async () => {
  const source = await readFile(`${ROOT}shell/src/remotes/loading/shared-modules.ts`, 'utf8');
  const provided = [...source.matchAll(/^import '(.+)';$/gm)].map(([, name]) => name);
  expect(provided.sort()).toEqual([...SHARED_MODULES].sort());
});
