import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from '@rstest/core';
import { effectiveChanges, readHistory, toolsFolder } from '@shared/registry/history';
import { fakeWebApp } from '../publish/fake-version.testing.ts';
import { changeRegistry } from './change-registry.ts';

const line = (serial: number, what: string) => ({
  serial,
  what,
  who: 'ana',
  at: '2026-01-01T00:00:00.000Z',
  versions: {},
});
const effective = (serial: number, ...lines: ReturnType<typeof line>[]) =>
  effectiveChanges(lines, serial).map(({ what }) => what);

test('ignores a change if the process crashed before it wrote the registry', () => {
  expect(effective(2, line(1, 'a'), line(2, 'b'))).toEqual(['a', 'b']);
  expect(effective(1, line(1, 'a'), line(2, 'crashed'))).toEqual(['a']);
  expect(effective(2, line(1, 'a'), line(2, 'crashed'), line(2, 'b'))).toEqual(['a', 'b']);
});

test('a partial line that a crash left does not hide the lines after it', async () => {
  const dist = await mkdtemp(`${tmpdir()}/history-`);
  await fakeWebApp(dist);
  const change = (what: string) => changeRegistry(dist, (registry) => registry, { who: 'ana', what });
  await change('first');
  await appendFile(`${toolsFolder(dist)}/history.jsonl`, '\n{"serial":3,"at":"20');
  await change('second');
  expect((await readHistory(dist)).map(({ what }) => what)).toEqual(['first', 'second']);
  await rm(dist, { recursive: true });
});
