import { expect, test } from '@rstest/core';
import { readCardToken } from './card-token.ts';

test.each([null, undefined, 7, [], {}, { id: '' }, { errors: null }, { errors: { number: { deep: 1 } } }])(
  'throws for the response %j',
  (response) => {
    expect(() => readCardToken(response)).toThrow(expect.objectContaining({ name: 'CardTokenError' }));
  },
);

test('returns an empty description for a bare token', () => {
  expect(readCardToken({ id: 'tok' })).toEqual({ token: 'tok', description: '' });
});
