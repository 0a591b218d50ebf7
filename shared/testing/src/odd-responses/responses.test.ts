import { expect, test } from '@rstest/core';
import { calls, readLeniently } from '@shared/contract';
import { missingPlaces, oddPlaces } from './mutations.ts';
import { RESPONSES } from './responses.ts';

const responses = Object.entries(RESPONSES).map(
  ([name, response]) => [name, calls[name as keyof typeof RESPONSES].answer, response] as const,
);

test('has a response for every call whose answer has a schema', () => {
  const none = calls.logout.answer;
  const answering = Object.entries(calls).flatMap(([name, { answer }]) => (answer === none ? [] : [name]));
  expect(Object.keys(RESPONSES).sort()).toEqual(answering.sort());
});

test.each(responses)('sets every field that the schema of %s reads', (_, answer, response) => {
  expect(answer.safeParse(response).error).toBeUndefined();
  // Of a list, the first item is complete.
  const first = Array.isArray(response) ? response.slice(0, 1) : response;
  const isOfLaterItem = (place: string) => /\.[1-9]\d*\./.test(place);
  expect(
    missingPlaces(first, (value) => answer.safeParse(value)).filter((place) => !isOfLaterItem(place)),
  ).toEqual([]);
});

test('finds a field that a response lacks', () => {
  const { csName: _, ...site } = RESPONSES.chargerSite;
  const read = (value: unknown) => readLeniently(calls.siteSearch.answer, value);
  expect(missingPlaces([site], read)).toEqual(['0.csName']);
});

test('replaces every value, and keeps one response of those that are read alike', () => {
  const read = ({ a }: { a?: unknown }) => (typeof a === 'number' ? a : 'unknown');
  expect(oddPlaces({ a: 1, b: [{ c: 2 }] }, (value) => read(Object(value)))).toEqual([
    { place: 'all of it', responses: [undefined] },
    { place: 'a', responses: [{ a: 7, b: [{ c: 2 }] }] },
    { place: 'b', responses: [] },
    { place: 'b.*', responses: [] },
    { place: 'b.*.c', responses: [] },
  ]);
});
