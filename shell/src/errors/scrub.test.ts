import { beforeAll, expect, test } from '@rstest/core';
import fc from 'fast-check';
import { anyCharacter } from '../host/any-character.testing.ts';
import { SCREENS } from '../host/visit.testing.tsx';
import { describeError } from './describe-error.ts';
import { keepScreenTable, scrubPath, scrubText } from './scrub.ts';

const BRAND = 'marca';
beforeAll(() => keepScreenTable(SCREENS));

test('replaces URLs with the patterns of their routes', () => {
  for (const [url, pattern] of [
    ['/marca/', '/marca/'],
    ['/marca/forgot-password-app/s3cr3t-token', '/marca/forgot-password-app/:x'],
    ['/marca/redefinePassword?token=s3cr3t', '/marca/redefinePassword'],
    ['/marca/charger/17?dist=300#a', '/marca/charger/:x'],
    ['/marca/viewers/fleet/charger-status/7', '/marca/viewers/fleet/charger-status/:x'],
    ['/outra/recharge/7/1', '/:x/recharge/:x/:x'],
    ['/v1/api/ResetPassword/ana@marca.example?app_id=1', '/v1/api/ResetPassword/:x'],
    ['/remotes/sites/0.1.0-1a2b3c4d/home.js', '/remotes/sites/0.1.0-1a2b3c4d/home.js'],
    ['/static/js/async/4.567c73c50e.js', '/static/js/async/4.567c73c50e.js'],
    ['/remotes/sites/../../ana', '/remotes/:x/:x/:x/:x'],
  ] as const)
    expect(scrubPath(url, BRAND)).toBe(pattern);
});

test("keeps a message's own words and drops what it quotes", () => {
  for (const [message, left] of [
    ['GET /wallet/History/{days}: status 404', 'GET /wallet/History/:x status 404'],
    [
      "Cannot read properties of undefined (reading 'ana')",
      'Cannot read properties of undefined (reading …)',
    ],
    [
      'Unexpected token \'s\', ..."me":"ana" secret"... is not valid JSON',
      'Unexpected token …... is not valid JSON',
    ],
    [
      "can't access lexical declaration before initialization",
      "can't access lexical declaration before initialization",
    ],
    ['Unterminated string "ana', 'Unterminated string …'],
    ['WebSocket wss://a.example/v1/ws/UserMessages?token=abc failed', 'WebSocket /v1/ws/UserMessages failed'],
    ['no account of ana@marca.example here', 'no account of :x here'],
    ['at -23.5616364;-46.6561378;20 m', 'at :x m'],
    ['card 4111 1111 1111 1111, CPF 529.982.247-25', 'card :x, CPF :x'],
    ['unreadable at 0.transaction.startTime', 'unreadable at 0.transaction.startTime'],
  ] as const)
    expect(scrubText(message, BRAND)).toBe(left);
});

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 6, maxLength: 30 })
  .map((text) => `q${text}q`);
const token = fc
  .string({ unit: fc.constantFrom(...letters, ...'ABCXYZ0123456789-_'), minLength: 12, maxLength: 120 })
  .filter((text) => /\d/.test(text) && /[a-z]/i.test(text));
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'123456789'), minLength: length, maxLength: length });
const email = fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`);
const degrees = fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value.toFixed(6));

/** Private data, and messages that carry it. */
const leaks: [string, fc.Arbitrary<string>, (secret: string) => string][] = [
  ['a token in a query', token, (secret) => `failed: wss://h.example/v1/ws/UserMessages?token=${secret}`],
  ['a reset token in a path', token, (secret) => `no route /marca/forgot-password-app/${secret}`],
  [
    'a token of letters in a path',
    word,
    (secret) => `https://h.example/marca/forgot-password-app/${secret} is gone`,
  ],
  ['a bare token', token, (secret) => `Bearer ${secret} was refused`],
  ['an e-mail', email, (secret) => `nobody is ${secret} here`],
  ['an e-mail in a path', email, (secret) => `GET /ResetPassword/${secret}: status 404`],
  [
    'typed text in quotes',
    fc.string({ minLength: 6 }),
    (secret) => `Unexpected token "x${secret}y" is not valid JSON`,
  ],
  ['typed text in a query', word, (secret) => `/v1/api/AddressSearch?text=${secret}`],
  ['typed text in a call', word, (secret) => `/v1/api/AddressSearch/${secret}`],
  ['a CPF', digits(11), (secret) => `CPF ${secret} is taken`],
  ['a card', digits(16), (secret) => `card ${secret.replace(/(.{4})/g, '$1 ')}was refused`],
  [
    'a phone number',
    digits(11),
    (secret) => `phone (${secret.slice(0, 2)}) ${secret.slice(2, 7)}-${secret.slice(7)}`,
  ],
  ['a position', degrees, (secret) => `position ${secret};${secret};20 is off`],
];

for (const [what, secrets, message] of leaks)
  test(`${what} never leaves the device`, () => {
    fc.assert(
      fc.property(secrets, fc.constantFrom('window', 'promise', 'path ', 'segment '), (secret, where) => {
        const text = message(secret);
        const error = new Error(text);
        error.stack = `Error: ${text}\n    at run (https://h.example/marca/forgot-password-app/${encodeURIComponent(secret)}?a=${secret}:1:2)`;
        const place = where.endsWith(' ') ? `${where}${secret}` : where;
        const report = JSON.stringify(describeError(error, place, BRAND));
        const secretParts = [secret, ...secret.split(/[\s@]/)].filter((part) => part.trim().length > 4);
        for (const part of secretParts) expect(report).not.toContain(part);
      }),
      { numRuns: 200 },
    );
  });

test('describes any thrown value without throwing, and reports a non-error with its type only', () => {
  for (const thrown of ['typed text', 5, null, undefined, { password: 'x' }, Symbol('x'), () => 'x'])
    expect(describeError(thrown, 'promise', BRAND)).toMatchObject({
      name: typeof thrown,
      message: '',
      frames: [],
    });
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string(), (message, where) => {
      const { message: scrubbed } = describeError(new Error(message), where, BRAND);
      expect(scrubbed.length).toBeLessThanOrEqual(300);
    }),
  );
});

const VERSION = { remote: 'sites', version: '0.1.0-1a2b3c4d' };

test('names the remote and its part when the part threw', () => {
  const failed = describeError(new Error('x'), { ...VERSION, screen: 'screen charger/:id' }, BRAND);
  expect(failed).toMatchObject({
    remote: 'sites@0.1.0-1a2b3c4d',
    where: 'remote sites 0.1.0-1a2b3c4d: screen charger/:x',
  });
});

test('names the remote from its load report or from the code in the stack', () => {
  expect(describeError(new Error('x'), VERSION, BRAND)).toMatchObject({
    remote: 'sites@0.1.0-1a2b3c4d',
    where: 'remote sites 0.1.0-1a2b3c4d',
  });
  const error = new TypeError('x is not a function');
  for (const stack of [
    'TypeError: x is not a function\n    at r (https://h.example/remotes/wallet/0.1.0-1a2b3c4d/page.js:1:22)\n    at https://h.example/static/js/index.0123456789.js:2:1',
    'r@https://h.example/remotes/wallet/0.1.0-1a2b3c4d/page.js:1:22\n@https://h.example/static/js/index.0123456789.js:2:1',
  ]) {
    error.stack = stack;
    expect(describeError(error, 'window', BRAND)).toMatchObject({
      name: 'TypeError',
      remote: 'wallet@0.1.0-1a2b3c4d',
      frames: [
        { function: 'r', filename: '/remotes/wallet/0.1.0-1a2b3c4d/page.js', lineno: 1, colno: 22 },
        { filename: '/static/js/index.0123456789.js', lineno: 2, colno: 1 },
      ],
    });
  }
});
