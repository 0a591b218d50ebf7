import { resolve } from 'node:path';
import { expect, it } from '@rstest/core';
import { commandsFor, UNIT_TESTS } from './commands-for.ts';

const root = resolve(import.meta.dirname, '../..');
const JOURNEY = 'e2e/tests/journeys/main-job.spec.ts';
const runnersOf = (...paths: string[]) => commandsFor(root, paths, false).map(({ command }) => command);

it('runs a unit test in rstest and a journey in Playwright', () => {
  expect(runnersOf('shared/brazil/src/money.test.ts')).toEqual(['rstest']);
  expect(runnersOf(JOURNEY)).toEqual(['playwright']);
  expect(runnersOf(`${JOURNEY}:12`)).toEqual(['playwright']);
});

it('runs a folder in both runners if it has tests of both', () => {
  expect(runnersOf('e2e/tests')).toEqual(['rstest', 'playwright']);
  expect(runnersOf('e2e/tests/money')).toEqual(['rstest']);
  expect(runnersOf('e2e/tests/journeys')).toEqual(['playwright']);
});

it('passes only the paths that a runner is responsible for', () => {
  const [units, journeys] = commandsFor(root, ['shared/brazil', JOURNEY], false);
  expect(units?.args).toEqual(['run', '--config', UNIT_TESTS, '--passWithNoTests', 'shared/brazil']);
  expect(journeys?.args.at(-1)).toBe(JOURNEY);
});

it('refuses a path that does not exist', () => {
  expect(() => commandsFor(root, ['shared/nothing.test.ts'], false)).toThrow('There is no');
});

it('refuses to watch a journey, and watches all unit tests without a path', () => {
  expect(() => commandsFor(root, [JOURNEY], true)).toThrow("can't be watched");
  expect(commandsFor(root, [], true)).toEqual([
    { command: 'rstest', args: ['watch', '--config', UNIT_TESTS, '--passWithNoTests'] },
  ]);
});
