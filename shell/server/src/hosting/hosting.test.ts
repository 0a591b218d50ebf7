import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { type PageKind, policyHeaders } from '../content-policy.ts';
import { FILE_HEADERS, fileKindOf, pageKindOf, securityHeaders } from '../headers.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import { hostingFiles } from './hosting-files.ts';
import { DEFAULT_PLACE } from './nginx.ts';
import { quoted } from './server-config.ts';

const DOCS = resolve(import.meta.dirname, '../../../../.docs/hosting');
const CONFIGURED = AppConfig.parse({
  apiUrl: 'https://api.example.com/v1/api',
  payment: { scriptUrl: 'https://js.pay.example/v2' },
  errorReporting: { cspReportUrl: 'https://errors.example/csp' },
});
const UNCONFIGURED = AppConfig.parse({});

test('nginx and Caddy hide the history of the registry, and send the registry while the backend is down', () => {
  const { 'nginx.conf': nginx = '', Caddyfile: caddy = '' } = hostingFiles(UNCONFIGURED);
  expect(nginx).toMatch(/location ~ \/\\\.\(\?!well-known\/\) \{\s+return 404;/);
  expect(nginx).toMatch(/error_page 500 502 503 504 = @registry;/);
  expect(caddy).toMatch(/handle @hidden \{\s+respond 404/);
  expect(caddy).toMatch(/handle_errors \{\s+@registry \{\s+path \/remotes\.json/);
});

test('nginx logs no query, neither of requests nor with its own messages, and forwards no host of the client', () => {
  const place = { ...DEFAULT_PLACE, redirectPort: '80', port: '443', logs: '/var/log/site' };
  const { 'nginx.conf': nginx = '' } = hostingFiles(UNCONFIGURED, place);
  const servers = nginx.split(/^server \{$/m).slice(1);
  expect(servers).toHaveLength(2);
  for (const server of servers) {
    expect(server).toContain('access_log /var/log/site/access.log site;');
    expect(server).toContain('error_log /var/log/site/error.log emerg;');
  }
  const [, format = ''] = /^log_format site ([^;]+);$/m.exec(nginx) ?? [];
  expect(format).toContain('$site_logged');
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|uri|http_\w+)\b/);
  expect(nginx).toContain('proxy_set_header X-Forwarded-Host "";');
});

test('generates the documented files, which `pnpm hosting` updates', () => {
  for (const [name, content] of Object.entries(hostingFiles(UNCONFIGURED)))
    expect(readFileSync(resolve(DOCS, name), 'utf8')).toBe(content);
});

test.each(['/static/js/index.0123456789.js', '/remotes/wallet/0.1.0-abcdef12/entry.js'])(
  'every server tells proxies not to change %s, whose hash browsers check',
  (path) => {
    expect(FILE_HEADERS[fileKindOf(path)]['Cache-Control']).toMatch(/immutable, no-transform$/);
    expect(fromRules(hostingFiles(UNCONFIGURED)._headers ?? '', path)['Cache-Control']).toMatch(
      /no-transform$/,
    );
  },
);

test('Caddy adds no-transform after it has compressed the file, which it would not do otherwise', () => {
  const { Caddyfile: caddy = '' } = hostingFiles(UNCONFIGURED);
  expect(caddy.match(/no-transform"/g)).toHaveLength(1);
  expect(caddy).toMatch(/header @hashed \{\s+defer\s+Cache-Control ".*no-transform"/);
});

const PATHS = [
  '/',
  '/marca/extract/recharge/7',
  '/marca/forgot-password-app/t0ken',
  '/marca/redefinePassword',
  '/remotes/operator/',
  '/remotes/operator/marca/valet/7',
  '/remotes/wallet/0.1.0-abcdef12/entry.js',
  '/remotes/wallet/standalone/static/js/index.0123456789.js',
  '/remotes/wallet/standalone/mount-abcdef12.js',
  '/remotes/wallet/mf-manifest.json',
  '/static/js/index.0123456789.js',
  '/payment-frame.html',
  '/config.json',
  '/brands/marca/terms.txt',
];

/** Applies rules as Cloudflare Pages does: matching rules in order, and `!` removes a header. */
function fromRules(rules: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let matches = false;
  for (const line of rules.split('\n').filter((line) => line && !line.startsWith('#'))) {
    if (!line.startsWith(' ')) {
      const pattern = line.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+');
      matches = new RegExp(`^${pattern}$`).test(path);
    } else if (matches && line.startsWith('  ! ')) {
      delete headers[line.slice(4)];
    } else if (matches) {
      const [name = '', ...value] = line.trim().split(': ');
      if (headers[name] !== undefined) throw new Error(`${name} is set twice for ${path}`);
      headers[name] = value.join(': ');
    }
  }
  return headers;
}

for (const [name, config] of Object.entries({ unconfigured: UNCONFIGURED, configured: CONFIGURED })) {
  const serverHeaders = (path: string) => ({
    ...securityHeaders,
    ...policyHeaders(config, pageKindOf(path)),
    ...FILE_HEADERS[fileKindOf(path)],
  });

  test.each(PATHS)(`_headers has this server's headers for the ${name} app at %s`, (path) => {
    expect(fromRules(hostingFiles(config)._headers ?? '', path)).toEqual({
      ...serverHeaders(path),
      'Strict-Transport-Security': STRICT_TRANSPORT,
    });
  });

  test(`nginx.conf and Caddyfile contain every header value of the ${name} app`, () => {
    const kinds: PageKind[] = ['page', 'secretPage', 'standalone', 'paymentFrame'];
    const allHeaders = [
      securityHeaders,
      ...Object.values(FILE_HEADERS),
      ...kinds.map((kind) => policyHeaders(config, kind)),
    ];
    const { 'nginx.conf': nginx = '', Caddyfile: caddy = '' } = hostingFiles(config);
    for (const value of allHeaders.flatMap((headers) => Object.values(headers))) {
      expect(nginx).toContain(quoted(value));
      expect(caddy).toContain(quoted(value));
    }
  });
}

test('the command names a configuration that it cannot read, and what is wrong', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosting-'));
  const config = join(folder, 'config.json');
  const errorsWith = (text: string) => {
    writeFileSync(config, text);
    const command = [join(import.meta.dirname, 'write.ts'), config, folder];
    return spawnSync(process.execPath, command, { encoding: 'utf8' }).stderr;
  };
  expect(errorsWith('{ "apiUrl": "/v1", }')).toMatch(/^\S+config\.json: .*double-quoted property name.*\n$/);
  expect(errorsWith('{ "apiUrl": 5 }')).toMatch(/^\S+config\.json: apiUrl .*\n$/);
  rmSync(folder, { recursive: true });
});
