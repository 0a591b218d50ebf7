import { expect, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { contentPolicy } from './content-policy.ts';

/** A policy's directives by name. */
const policyOf = (config: object) =>
  Object.fromEntries(
    contentPolicy(AppConfig.parse(config))
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );

const OWN = { apiUrl: '/v1/api', liveUrl: '/v1/ws/UserMessages', map: { mapboxToken: '', styleUrl: '' } };

test('a site with its backend on its own origin reaches that alone', () => {
  expect(policyOf(OWN)).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  });
  expect(policyOf({})).toEqual(policyOf(OWN));
});

test('a backend elsewhere, its live stream and the reports may be reached, and nothing of them be run', () => {
  const policy = policyOf({
    apiUrl: 'https://api.example.com/v1/api',
    liveUrl: 'https://live.example.com/messages',
    errorReporting: { dsn: 'https://key@errors.example.com/7' },
  });
  expect(policy['connect-src']).toEqual([
    "'self'",
    'https://api.example.com',
    'https://live.example.com',
    'https://errors.example.com',
    'wss://live.example.com',
  ]);
  expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"]);
});

test('the script of card payments may be run, of every brand', () => {
  const policy = policyOf({
    payment: { scriptUrl: 'https://js.pay.example/v2' },
    brands: { marca: { payment: { scriptUrl: 'https://cards.example:8443/x.js' } } },
  });
  for (const name of ['script-src', 'connect-src'])
    expect(policy[name]).toEqual(
      expect.arrayContaining(['https://js.pay.example', 'https://cards.example:8443']),
    );
});

test('the hosts that this script asks for its tokens may be asked, by a call or by a script', () => {
  const policy = policyOf({
    payment: { scriptUrl: 'https://js.pay.example/v2', origins: ['https://api.pay.example'] },
    brands: { marca: { payment: { origins: ['https://tokens.example:8443', "https://x;script-src '*'"] } } },
  });
  const hosts = ['https://js.pay.example', 'https://api.pay.example', 'https://tokens.example:8443'];
  expect(policy['connect-src']).toEqual(["'self'", ...hosts]);
  expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'", ...hosts]);
  expect(policy['frame-src']).toEqual(["'self'"]);
});

test("a map's ground is drawn from its style's host and from those that it names", () => {
  const policy = policyOf({
    map: { styleUrl: 'https://tiles.example/style.json', origins: ['https://fonts.example'] },
    brands: { marca: { map: { styleUrl: 'https://other.example/style.json' } } },
  });
  for (const name of ['img-src', 'connect-src'])
    expect(policy[name]).toEqual(
      expect.arrayContaining(['https://tiles.example', 'https://fonts.example', 'https://other.example']),
    );
  expect(policy['worker-src']).toEqual(["'self'", 'blob:']);
});

test('Mapbox gets its documented origins and a worker made of a blob', () => {
  const policy = policyOf({ brands: { marca: { map: { mapboxToken: 'pk.x' } } } });
  expect(policy['connect-src']).toEqual(
    expect.arrayContaining(['https://api.mapbox.com', 'https://events.mapbox.com']),
  );
  expect(policy['worker-src']).toEqual(["'self'", 'blob:']);
});

test('remotes of a listed origin may load scripts and styles, and be fetched', () => {
  const policy = policyOf({ remoteOrigins: ['https://remotes.example', '*', "https://x;script-src '*'"] });
  expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'", 'https://remotes.example']);
  expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'", 'https://remotes.example']);
  expect(policy['connect-src']).toEqual(["'self'", 'https://remotes.example']);
});

test('no address adds a directive or anything but an origin of the web', () => {
  const policy = policyOf({
    apiUrl: "https://a.example;script-src 'unsafe-inline'/",
    payment: { scriptUrl: "https://b;script-src'unsafe-eval'.example/" },
    map: { styleUrl: 'javascript:alert(1)', origins: ['https:', '*', 'data:text/html,x', "'unsafe-eval'"] },
  });
  expect(policy).toEqual(policyOf(OWN));
});
