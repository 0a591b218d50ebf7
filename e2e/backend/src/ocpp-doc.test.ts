import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from '@rstest/core';

const DOC = readFileSync(resolve(import.meta.dirname, '../../../.docs/ocpp.md'), 'utf8');
const SCHEMAS = createRequire(import.meta.url).resolve('ocpp-rpc/lib/schemas/ocpp1_6.json');

const rows = [...DOC.matchAll(/^\| (\w+) \| [^|]+ \| ([^|]+) \|$/gm)]
  .map(([, name = '', result = '']) => ({ name, result }))
  .filter(({ name }) => !['message', 'case'].includes(name));

test('lists every message of OCPP 1.6 and its security whitepaper once', () => {
  const messages = [...readFileSync(SCHEMAS, 'utf8').matchAll(/"urn:(\w+)\.req"/g)].map(([, name]) => name);
  const listed = rows.map(({ name }) => name).filter((name) => !name.startsWith('TC_'));
  expect(listed.sort()).toEqual(messages.sort());
});

test("lists the alliance's 77 test cases once", () => {
  const listed = rows.map(({ name }) => name).filter((name) => /^TC_\d{3}(_\d)?_CSMS$/.test(name));
  expect(new Set(listed).size).toBe(77);
  expect(listed).toHaveLength(77);
});

test('names a test of each message and case, or the reason why there is none', () => {
  for (const { name, result } of rows) expect(result, name).toMatch(/`[\w./-]+\.test\.ts` "|^Not built: /);
});
