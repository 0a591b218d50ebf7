import { expect, test } from '@rstest/core';
import { CONTRACT_VERSION } from '@shared/contract';
import { compareApis } from './compare.ts';
import { describeUpdate, nextVersion, staleModules } from './contract-version.ts';
import { currentApi, shorten } from './current-api.ts';
import { flatten } from './flatten.ts';
import { readRelease } from './report-files.ts';
import { describeLoss } from './types.ts';

test('the checked-in API reports and the version of the contract follow from the source', async () => {
  const advice = 'run `pnpm remote api` and commit shared/federation/api and contract-version.ts';
  expect(await staleModules(), advice).toEqual([]);
  const { version } = await nextVersion(await readRelease(), await currentApi());
  expect(CONTRACT_VERSION, advice).toBe(version);
});

test('a report has the exports of a module and what they refer to, and nothing else', () => {
  const files = {
    'src/index':
      "export { Button } from './button.tsx';\nexport * from './words.ts';\nexport { atom } from 'jotai';",
    'src/button': [
      "import type { ReactNode } from 'react';",
      'interface Look {\n    icon: ReactNode;\n}',
      'export declare function Button(look: Look): ReactNode;',
      'export declare const internal: string;',
    ].join('\n'),
    'src/words': 'declare const hidden = "Look";\nexport declare const words: {\n    hidden: string;\n};',
  };
  expect(flatten(new Map(Object.entries(files)), 'src/index').split('\n')).toEqual([
    "export { atom } from 'jotai';",
    "import { ReactNode } from 'react';",
    'export declare function Button(look: Look): ReactNode;',
    'interface Look {',
    '    icon: ReactNode;',
    '}',
    'export declare const words: {',
    '    hidden: string;',
    '};',
    'export {};',
    '',
  ]);
});

test('a report refers to a repeated schema by its name', () => {
  const keys = ['a', 'b', 'c', 'd'].map((key) => `    ${key}: z.ZodMiniString<string>;\n`);
  const site = `z.ZodMiniObject<{\n${keys.join('')}}, z.core.$loose>`;
  const nested = site.replaceAll('\n', '\n    ');
  const report = `export declare const Board: z.ZodMiniObject<{\n    site: ${nested};\n}, z.core.$loose>;\nexport declare const Site: ${site};\nexport {};\n`;
  expect(shorten(report)).toContain('site: typeof Site;');
  expect(shorten(report)).toContain(`export declare const Site: ${site.replaceAll('    ', '  ')};`);
});

const UI = [
  'export declare function Button(props: { label: string; pending: boolean }): void;',
  'export declare const Card: () => void;',
  'export declare const words: { back: string; retry: string };',
  'export interface Position {\n  latitude: number;\n}',
  'export type Page<T> = T[];',
  'export {};',
].join('\n');
const api = (ui: string, react = '// react 19.3.1\nexport { useId } from "react";') => ({
  '@shared/ui': ui,
  react,
});
const lossesOf = async (ui: string, uses?: string[]) => {
  const after = { ...api(ui), '@shared/added': 'export {};' };
  const losses = await compareApis(api(UI), after, uses && { '@shared/ui': uses });
  return losses.map(({ name, reason }) => `${name} ${reason}`);
};

test('an export that is missing or not assignable to the old one is lost', async () => {
  const changed = UI.replace('export declare const Card', 'declare const Card')
    .replace('pending: boolean', 'pending: boolean; size: number')
    .replace('back: string; ', '')
    .replace('latitude: number', 'latitude: string')
    .replace('T[]', 'Set<T>');
  expect(await lossesOf(changed)).toEqual([
    'Card is missing',
    'Page is incompatible: the generic type has changed',
    expect.stringContaining("Button is incompatible: Property 'size' is missing"),
    "Position is incompatible: Type 'string' is not assignable to type 'number'.",
    expect.stringContaining("words is incompatible: Property 'back' is missing"),
  ]);
  // Only what a remote uses counts, to the member of an export.
  expect(await lossesOf(changed, ['words.retry'])).toEqual([]);
  expect(await lossesOf(changed, ['Card', 'words.back'])).toEqual([
    'Card is missing',
    expect.stringContaining('words.back is incompatible'),
  ]);
});

test('reports another major version of a library, and its missing exports', async () => {
  const compare = async (react: string) => (await compareApis(api(UI), api(UI, react))).map(describeLoss);
  expect(await compare('// react 19.4.0\nexport { useId } from "react";')).toEqual([]);
  expect(await compare('// react 19.3.1\nexport { useRef } from "react";')).toEqual([
    'useId of react is missing',
  ]);
  expect(await compare('// react 20.0.0\n')).toEqual(['react has major version 20 instead of 19']);
});

test('the contract gets a new major version after a loss and a new minor one after an addition', async () => {
  const released = { contract: '3.1.0', api: api(UI) };
  const versionOf = async (ui: string) => (await nextVersion(released, api(ui))).version;
  expect(await versionOf(UI)).toBe('3.1.0');
  expect(await versionOf(UI.replace('label: string', 'label: string; icon?: string'))).toBe('3.2.0');
  expect(await versionOf(UI.replace('export declare const Card: () => void;\n', ''))).toBe('4.0.0');
});

test('an update of the reports names only what it has changed itself', () => {
  const loss = { module: '@shared/ui', name: 'Page', reason: 'is missing' };
  const update = { version: '4.0.0', released: '3.0.0', losses: [loss, loss], updated: [], broken: [] };
  const next =
    'The released contract is 3.0.0, the next one 4.0.0, which lacks 2 exports of it or changed their types';
  expect(describeUpdate(update)).toEqual(['No report has changed', next]);
  expect(describeUpdate({ ...update, updated: ['@shared/ui'], broken: [loss] })).toEqual([
    'Commit the new reports: @shared/ui',
    'Remotes that use these exports have to be changed or built again:',
    '  Page of @shared/ui is missing',
    next,
  ]);
});
