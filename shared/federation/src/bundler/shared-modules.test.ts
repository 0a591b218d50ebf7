import { readFile } from 'node:fs/promises';
import { expect, test } from '@rstest/core';
import { ROOT } from '../workspace.ts';
import { builtWith, SHARED_MODULES } from './shared-modules.ts';

test('the shell imports every shared module', async () => {
  const source = await readFile(`${ROOT}shell/src/remotes/loading/shared-modules.ts`, 'utf8');
  const provided = [...source.matchAll(/^import \* as \w+ from '(.+)';$/gm)].map(([, name]) => name);
  expect(provided.sort()).toEqual([...SHARED_MODULES].sort());
});

test('a remote is built with the installed versions of the shared libraries', () => {
  const { react, jotai, 'react/jsx-runtime': jsx, '@shared/ui': ui } = builtWith();
  expect([react, jotai]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), expect.stringMatching(/^\d+\./)]);
  expect([jsx, ui]).toEqual([react, '']);
});
