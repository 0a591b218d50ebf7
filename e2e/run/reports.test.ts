import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@rstest/core';
import { readUnitTests } from './reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('names failed tests, and files that failed before their tests ran', () => {
  const report = join(folder, 'unit.json');
  const passed = { testPath: 'a.test.ts', fullName: 'adds', status: 'pass' };
  const failed = {
    testPath: 'b.test.ts',
    fullName: 'divides',
    status: 'fail',
    errors: [{ message: 'by 0\nat b' }],
  };
  const files = [
    { testPath: 'a.test.ts', status: 'pass' },
    { testPath: 'b.test.ts', status: 'fail' },
    { testPath: 'c.test.ts', status: 'fail', errors: [{ message: 'EACCES' }] },
  ];
  const summary = { passedTests: 1, failedTests: 1 };
  writeFileSync(report, JSON.stringify({ summary, tests: [passed, failed], files }));
  expect(readUnitTests(report)).toEqual({
    passed: 1,
    failed: 2,
    failedTests: ['b.test.ts: divides: by 0\n    at b', 'c.test.ts: EACCES'],
  });
});

test('counts nothing without a report', () => {
  expect(readUnitTests(join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 0, failedTests: [] });
});
