import { expect, test } from '@rstest/core';
import { inAppBrowser, intentOf } from './in-app-browser.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A.231005.007; wv) AppleWebKit/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  [
    'Instagram on Android',
    `${ANDROID} (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 340.0.0.22 Android (34/14)`,
    { app: 'Instagram', opensLinks: true },
  ],
  [
    'Instagram on iOS',
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Instagram 340.0.0.22 (iPhone14,5; iOS 18_5)`,
    { app: 'Instagram', opensLinks: false },
  ],
  [
    'WhatsApp',
    `${ANDROID} (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 WhatsApp/2.24`,
    { app: 'WhatsApp', opensLinks: true },
  ],
  [
    'Facebook on iOS',
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/470.0]`,
    { app: 'Facebook', opensLinks: false },
  ],
  [
    'an unknown app on Android',
    `${ANDROID} (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36`,
    { app: undefined, opensLinks: true },
  ],
  [
    'an unknown app on iOS',
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76`,
    { app: undefined, opensLinks: false },
  ],
])('recognizes %s', (_, userAgent, expected) => {
  expect(inAppBrowser(userAgent, false)).toEqual(expected);
  expect(inAppBrowser(userAgent, true)).toBeUndefined();
});

test.each([
  ['Safari', `${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${IPHONE} (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
])('treats %s as a standalone browser', (_, userAgent) => {
  expect(inAppBrowser(userAgent, false)).toBeUndefined();
});

test('returns a URL that Android opens in the default browser', () => {
  expect(intentOf('https://app.example/faisca/qrcode?a=1')).toBe(
    'intent://app.example/faisca/qrcode?a=1#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  );
});
