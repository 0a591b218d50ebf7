import { beforeEach, expect, rs, test } from '@rstest/core';
import { isOfExtension } from './connect-reports.ts';
import { reportUncaught, sendReports } from './report.ts';

const sent: string[] = [];
reportUncaught();

beforeEach(() => {
  rs.spyOn(console, 'error').mockImplementation(() => {});
  sendReports((error, where) => isOfExtension(error) || sent.push(`${String(where)}: ${String(error)}`));
  // Without what earlier tests have queued.
  sent.length = 0;
});

const OWN = 'https://app.example/static/js/index.js:1:2';
const thrownAt = (...calls: string[]) =>
  Object.assign(new Error('broken'), { stack: ['Error: broken', ...calls].join('\n') });
function dispatch(error: unknown, filename = OWN) {
  window.dispatchEvent(Object.assign(new Event('error'), { error, filename, message: String(error) }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
}

test.each([
  'chrome-extension://abcdef/content.js:1:2',
  'moz-extension://0a1b-2c3d/content.js:1:2',
  'safari-web-extension://0A1B/content.js:1:2',
  'user-script:2:1:10',
  'webkit-masked-url://hidden/:1:2',
])('does not report an error that an extension at %s threw', (url) => {
  dispatch(thrownAt(`    at send (${url})`, `    at handle (${OWN})`));
  dispatch(thrownAt(`send@${url}`, `handle@${OWN}`));
  dispatch(thrownAt(`    at ${url}`));
  window.dispatchEvent(Object.assign(new Event('error'), { error: null, filename: url, message: 'x' }));
  expect(sent).toEqual([]);
});

test.each([
  'ResizeObserver loop limit exceeded',
  'ResizeObserver loop completed with undelivered notifications.',
])('does not report "%s", after which the browser notifies with the next frame', (message) => {
  window.dispatchEvent(Object.assign(new Event('error'), { error: null, filename: OWN, message }));
  expect(sent).toEqual([]);
});

test('reports an error of the page even if an extension is the caller or is named in the message', () => {
  dispatch(thrownAt(`    at handle (${OWN})`, '    at wrapped (chrome-extension://abcdef/content.js:1:2)'));
  const named = new Error('blocked by (chrome-extension://abcdef)');
  dispatch(Object.assign(named, { stack: `Error: ${named.message}\n    at handle (${OWN})` }));
  dispatch('text');
  expect(sent).toEqual([
    'window: Error: broken',
    'promise: Error: broken',
    `window: ${String(named)}`,
    `promise: ${String(named)}`,
    'window: text',
    'promise: text',
  ]);
});
