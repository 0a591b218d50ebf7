import { afterEach, expect, rs, test } from '@rstest/core';
import fc from 'fast-check';
import { installDefaultPolicy, rules, trustScriptOrigins } from './default-policy.ts';

afterEach(() => {
  delete window.trustedTypes;
});

const scriptUrl = (url: string, sink = 'HTMLScriptElement src') =>
  rules.createScriptURL(url, 'TrustedScriptURL', sink);
const innerHtml = (html: string) => rules.createHTML(html, 'TrustedHTML', 'Element innerHTML');
const parsed = (html: string) => rules.createHTML(html, 'TrustedHTML', 'DOMParser parseFromString');

test('accepts scripts of the page’s own origin, unchanged', () => {
  for (const url of ['/static/js/a.js', 'a.js', `${location.origin}/remotes/wallet/0.1.0-a/entry.js`])
    expect(scriptUrl(url)).toBe(url);
});

test.each([
  'https://evil.example/x.js',
  '//evil.example/x.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'blob:https://evil.example/1',
  `blob:${'http://localhost'}/1`,
  'http://',
])('refuses a script of %s', (url) => {
  expect(scriptUrl(url)).toBeNull();
});

test('accepts an origin only after it was configured', () => {
  const url = 'https://remotes.example/entry.js';
  expect(scriptUrl(url)).toBeNull();
  trustScriptOrigins(['https://remotes.example', 'no URL']);
  expect(scriptUrl(url)).toBe(url);
  expect(scriptUrl('https://remotes.example.evil.example/entry.js')).toBeNull();
});

test('accepts a blob of the page only as a worker', () => {
  const blob = `blob:${location.origin}/1`;
  expect(scriptUrl(blob, 'Worker constructor')).toBe(blob);
  expect(scriptUrl(blob, 'ServiceWorkerContainer register')).toBeNull();
  expect(scriptUrl('blob:https://evil.example/1', 'Worker constructor')).toBeNull();
});

test('accepts HTML that is text with http(s) links', () => {
  for (const html of [
    '',
    'Ateliê de Mapas &amp; filhos',
    '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">&copy; OSM</a> | X',
  ])
    expect(innerHtml(html)).toBe(html);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://a.example" onclick="alert(1)">x</a>',
  '<a href="https://a.example" onclick=alert(1)>x</a>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)',
  '<a href="https://a.example"title="<img src=x onerror=alert(1)>">x</a>',
])('refuses to write %s into the page', (html) => {
  expect(innerHtml(html)).toBeNull();
});

test('parses text and links of any HTML, and nothing else', () => {
  expect(parsed('<b onclick="x()">A</b> <a href="https://a.example">B</a><script>1</script>')).toBe(
    'A <a href="https://a.example">B</a>1',
  );
  const piece = fc.constantFrom(
    '<',
    '>',
    '<a href="https://x.example">',
    '</a>',
    '<img src=x ',
    'onerror=1',
    '"',
    "'",
    '<!--',
    '-->',
    '/',
    'a',
    ' ',
    '<svg',
    '<a ',
    '&lt;',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const safe = parsed(pieces.join('')) ?? '';
      const { body } = new DOMParser().parseFromString(safe, 'text/html');
      for (const element of body.querySelectorAll('*')) {
        expect(element.tagName).toBe('A');
        expect(element.getAttributeNames().every((name) => name === 'href')).toBe(true);
      }
      expect(innerHtml(safe)).toBe(safe);
    }),
  );
});

test('creates one policy if the browser has Trusted Types', () => {
  installDefaultPolicy();
  const createPolicy = rs.fn(() => ({}));
  window.trustedTypes = { defaultPolicy: null, createPolicy };
  installDefaultPolicy();
  expect(createPolicy).toHaveBeenCalledWith('default', rules);
  window.trustedTypes = { defaultPolicy: {}, createPolicy };
  installDefaultPolicy();
  expect(createPolicy).toHaveBeenCalledTimes(1);
});
