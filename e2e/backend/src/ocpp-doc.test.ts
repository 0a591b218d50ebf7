import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from '@rstest/core';

const [OLDER = '', NEWER = ''] = readFileSync(
  resolve(import.meta.dirname, '../../../.docs/ocpp.md'),
  'utf8',
).split('## Messages of OCPP 2.0.1');

const rowsOf = (doc: string) =>
  [...doc.matchAll(/^\| (\w+) \| [^|]+ \| ([^|]+) \|$/gm)]
    .map(([, name = '', result = '']) => ({ name, result }))
    .filter(({ name }) => !['message', 'case'].includes(name));
const rows = rowsOf(OLDER);

const messagesOf = (schemas: 'ocpp1_6' | 'ocpp2_0_1') => {
  const file = createRequire(import.meta.url).resolve(`ocpp-rpc/lib/schemas/${schemas}.json`);
  return [...readFileSync(file, 'utf8').matchAll(/"urn:(\w+)\.req"/g)].map(([, name]) => name);
};

test('lists every message of OCPP 1.6 and its security whitepaper once', () => {
  const listed = rows.map(({ name }) => name).filter((name) => !name.startsWith('TC_'));
  expect(listed.sort()).toEqual(messagesOf('ocpp1_6').sort());
});

test('lists every message of OCPP 2.0.1 once', () => {
  const listed = rowsOf(NEWER).map(({ name }) => name);
  expect(listed.sort()).toEqual(messagesOf('ocpp2_0_1').sort());
});

test("lists the alliance's 77 test cases once", () => {
  const listed = rows.map(({ name }) => name).filter((name) => /^TC_\d{3}(_\d)?_CSMS$/.test(name));
  expect(new Set(listed).size).toBe(77);
  expect(listed).toHaveLength(77);
});

test('names a test of each message and case, or the reason why there is none', () => {
  for (const { name, result } of [...rows, ...rowsOf(NEWER)])
    expect(result, name).toMatch(/`[\w./-]+\.test\.ts` "|^Not built: /);
});
