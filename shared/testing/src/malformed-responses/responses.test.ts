import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { EventFrame, OrderFrame } from '@shared/contract/live';
import { FRAMES } from './frames.ts';
import { malformedPlaces, missingPlaces, sampledPlaces } from './mutations.ts';
import { ALL_CALLS, RESPONSES } from './responses.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test('has a response for every call that declares a schema for it', () => {
  const noSchema = calls.logout.response;
  const withResponse = Object.entries(ALL_CALLS).flatMap(([name, { response }]) =>
    response === noSchema ? [] : [name],
  );
  expect(Object.keys(RESPONSES).sort()).toEqual(withResponse.sort());
});

/** Only the first item of a list is complete. */
const isOfFirstItem = (place: string) => !/\.[1-9]\d*\./.test(`.${place}`);

const complete = [
  ...Object.entries(RESPONSES).map(
    ([name, response]) => [name, ALL_CALLS[name as keyof typeof RESPONSES].response, response] as const,
  ),
  ...Object.entries(FRAMES).map(
    ([name, frame]) => [name, 'order' in frame ? OrderFrame : EventFrame, frame] as const,
  ),
];
test.each(complete)('sets every field that the schema of %s reads', (_, schema, response) => {
  expect(schema.safeParse(response).error).toBeUndefined();
  const missing = missingPlaces(response, (value) => schema.safeParse(value));
  expect(missing.filter(isOfFirstItem)).toEqual([]);
});

test('finds a missing field of a response', () => {
  const { csName: _, ...site } = RESPONSES.chargerSite;
  const read = (value: unknown) => calls.siteSearch.response.safeParse(value);
  expect(missingPlaces([site], read)).toEqual(['0.csName']);
});

test('replaces every value, and keeps one of the responses with the same parsed result', () => {
  const read = ({ a }: { a?: unknown }) => (typeof a === 'number' ? a : 'unknown');
  expect(malformedPlaces({ a: 1, b: [{ c: 2 }] }, (value) => read(Object(value)))).toEqual([
    { place: 'all of it', responses: [undefined] },
    { place: 'a', responses: [{ a: 7, b: [{ c: 2 }] }] },
    { place: 'b', responses: [] },
    { place: 'b.*', responses: [] },
    { place: 'b.*.c', responses: [] },
  ]);
});

test('a sample has a response of each place and of each kind, and all samples together have all responses', () => {
  const identity = (value: unknown) => value;
  const kinds = malformedPlaces('text', identity).flatMap(({ responses }) => responses);
  expect(sampledPlaces('text', identity, { count: 1, seed: 3 })).toMatchObject([
    { responses: expect.arrayContaining(kinds) },
  ]);

  const response = { a: 1, b: [{ c: 2 }], d: 'x', e: 3, f: 4, g: 5, h: 6, i: 7, j: 8 };
  const allPlaces = malformedPlaces(response, identity);
  const textsOf = (places: typeof allPlaces) =>
    places.flatMap(({ place, responses }) =>
      responses.map((malformed) => `${place} ${JSON.stringify(malformed)}`),
    );
  const samples = Array.from(kinds, (_, seed) => sampledPlaces(response, identity, { count: 1, seed }));
  for (const sample of samples) {
    expect(sample.map(({ place }) => place)).toEqual(allPlaces.map(({ place }) => place));
    expect(sample.filter(({ responses }) => responses.length === 0)).toEqual([]);
    expect(textsOf(sample).length).toBeLessThan(textsOf(allPlaces).length / 2);
  }
  expect(new Set(samples.flatMap(textsOf))).toEqual(new Set(textsOf(allPlaces)));
});

test('covers every call and frame in some malformed-responses.test.tsx', () => {
  const folders = [
    ...readdirSync(join(ROOT, 'remotes')).map((name) => `remotes/${name}/src`),
    'shell/src/host',
  ];
  const tested = folders.map((folder) =>
    readFileSync(join(ROOT, folder, 'malformed-responses.test.tsx'), 'utf8'),
  );
  const names = Object.keys({ ...RESPONSES, ...FRAMES }).filter((name) => name !== 'heartbeat');
  expect(names.filter((name) => !tested.join().includes(`'${name}'`))).toEqual([]);
});
