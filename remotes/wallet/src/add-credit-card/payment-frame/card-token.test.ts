import { expect, test } from '@rstest/core';
import { readCardToken } from './card-token.ts';

test.each([null, undefined, 7, [], {}, { id: '' }, { errors: null }, { errors: { number: { deep: 1 } } }])(
  'an answer of %j is an error, whatever it means',
  (answer) => {
    expect(() => readCardToken(answer)).toThrow(expect.objectContaining({ name: 'CardTokenError' }));
  },
);

test('a token without anything more tells no description', () => {
  expect(readCardToken({ id: 'tok' })).toEqual({ token: 'tok', description: '' });
});
