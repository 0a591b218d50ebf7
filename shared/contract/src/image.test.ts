import { expect, test } from '@rstest/core';
import { imageUrl } from './image.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';

test('returns a data URL for a data URL or bare base64 of an image', () => {
  expect(imageUrl(`data:image/png;base64,${PNG}`)).toBe(`data:image/png;base64,${PNG}`);
  expect(imageUrl(PNG)).toBe(`data:image/png;base64,${PNG}`);
  expect(imageUrl(`${PNG.slice(0, 12)}\n${PNG.slice(12)}`)).toBe(`data:image/png;base64,${PNG}`);
});

test('returns undefined for anything else', () => {
  for (const data of [
    '',
    'hello',
    'data:text/html;base64,AAAA',
    'https://x.example/a.png',
    `${PNG}") , url(x`,
  ])
    expect(imageUrl(data)).toBeUndefined();
});
