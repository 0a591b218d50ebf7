import { expect, test } from '@rstest/core';
import { parseUrl } from './parse-url.ts';

test('parses URLs, also relative ones, in browsers without URL.canParse and URL.parse', () => {
  const { canParse, parse } = URL;
  Reflect.deleteProperty(URL, 'canParse');
  Reflect.deleteProperty(URL, 'parse');
  try {
    expect(parseUrl('https://marca.example/ch/1')?.pathname).toBe('/ch/1');
    expect(parseUrl('b', 'https://marca.example/a/')?.href).toBe('https://marca.example/a/b');
    for (const text of ['', 'b', 'http://', 'https://a b']) expect(parseUrl(text)).toBeUndefined();
  } finally {
    Object.assign(URL, { canParse, parse });
  }
});
