import { expect, test } from '@rstest/core';
import { toCachedPage } from './update-offline-cache.ts';

const pageWith = (tags: string) => `<!doctype html><html lang="pt-BR"><head>${tags}</head></html>`;

test('caches the same page for the URL of a charging web app and for any other', () => {
  const tags =
    '<meta property="og:title" content="A &gt; &quot;B&quot;" /><meta property="og:url" content="https://app.example/a/charger/1" />';
  expect(toCachedPage(pageWith(tags))).toBe(toCachedPage(pageWith('')));
  const charset = '<meta charset="utf-8" />';
  expect(toCachedPage(pageWith(charset + tags))).toContain(charset);
});
