import { expect, test } from '@rstest/core';
import { imageUrl } from './image.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';

test('an image comes as a data URL or as its bare base64', () => {
  expect(imageUrl(`data:image/png;base64,${PNG}`)).toBe(`data:image/png;base64,${PNG}`);
  expect(imageUrl(PNG)).toBe(`data:image/png;base64,${PNG}`);
  expect(imageUrl(`${PNG.slice(0, 12)}\n${PNG.slice(12)}`)).toBe(`data:image/png;base64,${PNG}`);
});

test('anything else is no image', () => {
  for (const data of [
    '',
    'hello',
    'data:text/html;base64,AAAA',
    'https://x.example/a.png',
    `${PNG}") , url(x`,
  ])
    expect(imageUrl(data)).toBeUndefined();
});
