import { expect, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import fc from 'fast-check';
import { type PageKind, policyHeaders } from './content-policy.ts';

const headersOf = (config: object, kind: PageKind = 'page') => policyHeaders(AppConfig.parse(config), kind);

/** A policy's directives by name. */
const policyOf = (config: object, kind?: PageKind) =>
  Object.fromEntries(
    (headersOf(config, kind)['Content-Security-Policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

const OWN = { apiUrl: '/v1/api', liveUrl: '/v1/ws/UserMessages', map: { mapboxToken: '', styleUrl: '' } };

test('lets an app with its backend on its own origin reach that origin only', () => {
  expect(policyOf(OWN)).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", 'data:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  });
  expect(policyOf({})).toEqual(policyOf(OWN));
});

test('allows requests to a separate API, live stream and report host, but no scripts from them', () => {
  const policy = policyOf({
    apiUrl: 'https://api.example.com/v1/api',
    liveUrl: 'https://live.example.com/messages',
    errorReporting: { dsn: 'https://key@errors.example.com/7' },
    remoteReports: { url: 'https://counts.example.com/v1' },
  });
  expect(policy['connect-src']).toEqual([
    "'self'",
    'https://api.example.com',
    'https://live.example.com',
    'https://errors.example.com',
    'https://counts.example.com',
    'wss://live.example.com',
  ]);
  expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"]);
});

const PROVIDERS = {
  payment: { scriptUrl: 'https://js.pay.example/v2', origins: ['https://api.pay.example'] },
  brands: {
    marca: {
      payment: {
        scriptUrl: 'https://cards.example:8443/x.js',
        origins: ['https://tokens.example:8443', "https://x;script-src '*'"],
      },
    },
  },
};
const HOSTS = [
  'https://js.pay.example',
  'https://api.pay.example',
  'https://cards.example:8443',
  'https://tokens.example:8443',
];

test('allows the hosts of the payment providers of all brands in the payment frame only', () => {
  expect(policyOf(PROVIDERS, 'paymentFrame')).toEqual({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': ["'self'", ...HOSTS],
    'connect-src': HOSTS,
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
  for (const kind of ['page', 'secretPage', 'standalone'] as const)
    expect(policyOf(PROVIDERS, kind)).toEqual(policyOf({}, kind));
});

test('lets a payment script of the own origin call that origin from its frame', () => {
  const connect = (scriptUrl: string) => policyOf({ payment: { scriptUrl } }, 'paymentFrame')['connect-src'];
  expect(connect('/sandbox/payment/provider.js')).toEqual(["'self'"]);
  expect(connect('//pay.example/x.js')).toEqual(["'none'"]);
  expect(connect('')).toEqual(["'none'"]);
});

test('allows a standalone page a base URL of its own origin, and differs in nothing else', () => {
  expect(policyOf({}, 'standalone')).toEqual({ ...policyOf({}), 'base-uri': ["'self'"] });
});

test('reports violations to the configured URL, except from URLs with a secret', () => {
  const config = { errorReporting: { cspReportUrl: 'https://errors.example/csp?key=1;2' } };
  const url = 'https://errors.example/csp?key=1%3B2';
  expect(policyOf(config)).toMatchObject({ 'report-uri': [url], 'report-to': ['csp'] });
  expect(headersOf(config)['Reporting-Endpoints']).toBe(`csp="${url}"`);
  expect(policyOf(config, 'secretPage')).toEqual(policyOf({}));
  expect(headersOf(config, 'secretPage')['Reporting-Endpoints']).toBeUndefined();
  expect(policyOf({ errorReporting: { cspReportUrl: '/v1/csp' } })['report-uri']).toEqual(['/v1/csp']);
});

test.each(['', 'csp', '//evil.example/x', 'javascript:alert(1)', 'data:text/plain,x', '/\\evil.example'])(
  'sends no reports to %j',
  (cspReportUrl) => {
    expect(policyOf({ errorReporting: { cspReportUrl } })).toEqual(policyOf({}));
  },
);

test('adds nothing but the report directives to the header, whatever the report URL is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl({ withQueryParameters: true }),
        fc.string(),
        fc.string().map((s) => `https://a.example/${s}`),
      ),
      (cspReportUrl) => {
        const config = AppConfig.parse({ errorReporting: { cspReportUrl } });
        const { 'report-uri': uri, 'report-to': to, ...rest } = policyOf(config);
        expect(rest).toEqual(policyOf({}));
        expect(uri === undefined || (uri.length === 1 && /^[^\s;,"']+$/.test(uri[0] ?? ''))).toBe(true);
        expect(to).toEqual(uri && ['csp']);
      },
    ),
  );
});

test('allows the host of a map style and the origins that the map lists', () => {
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

test('allows the documented origins of Mapbox and a worker from a blob', () => {
  const policy = policyOf({ brands: { marca: { map: { mapboxToken: 'pk.x' } } } });
  expect(policy['connect-src']).toEqual(
    expect.arrayContaining(['https://api.mapbox.com', 'https://events.mapbox.com']),
  );
  expect(policy['worker-src']).toEqual(["'self'", 'blob:']);
});

test('allows scripts, styles and requests to the listed origins of remotes', () => {
  const policy = policyOf({ remoteOrigins: ['https://remotes.example', '*', "https://x;script-src '*'"] });
  expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'", 'https://remotes.example']);
  expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'", 'https://remotes.example']);
  expect(policy['connect-src']).toEqual(["'self'", 'https://remotes.example']);
});

const DEVELOPED = { preview: true, devOrigins: ['http://localhost:3002', 'http://127.0.0.1:3003'] };

test('allows scripts, styles, pictures, requests and updates from the listed development servers', () => {
  const policy = policyOf(DEVELOPED);
  expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'", ...DEVELOPED.devOrigins]);
  expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'", ...DEVELOPED.devOrigins]);
  expect(policy['img-src']).toEqual(expect.arrayContaining(DEVELOPED.devOrigins));
  expect(policy['connect-src']).toEqual([
    "'self'",
    'ws://localhost:3002',
    'ws://127.0.0.1:3003',
    ...DEVELOPED.devOrigins,
  ]);
});

test('allows no development server without previews, nor one on another machine than the browser', () => {
  expect(policyOf({ ...DEVELOPED, preview: undefined })).toEqual(policyOf({}));
  const devOrigins = [
    'http://localhost',
    'http://localhost.evil.example:3002',
    'http://192.168.0.7:3002',
    'https://evil.example',
    'http://localhost:3002/x',
    "http://localhost:3002;script-src '*'",
    'http://localhost:*',
  ];
  expect(policyOf({ preview: true, devOrigins })).toEqual(policyOf({}));
  expect(policyOf({ preview: true, devOrigins: 'http://localhost:3002' })).toEqual(policyOf({}));
});

test('adds no directive and nothing but web origins, whatever the URLs are', () => {
  const policy = policyOf({
    apiUrl: "https://a.example;script-src 'unsafe-inline'/",
    payment: { scriptUrl: "https://b;script-src'unsafe-eval'.example/" },
    map: { styleUrl: 'javascript:alert(1)', origins: ['https:', '*', 'data:text/html,x', "'unsafe-eval'"] },
  });
  expect(policy).toEqual(policyOf(OWN));
  const payment = {
    scriptUrl: "https://b;script-src'unsafe-eval'.example/",
    origins: ['https:', '*', "'unsafe-eval'"],
  };
  expect(policyOf({ payment }, 'paymentFrame')).toEqual(policyOf({}, 'paymentFrame'));
});
