import { type AppConfig, PAYMENT_FRAME } from '@shared/contract';
import { BUILD_FOLDER } from '@shared/contract/url-layout';
import { FILE_HEADERS, SECRET_SEGMENTS, securityHeaders } from '../headers.ts';
import { policyHeaders } from '../policies.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';

type Headers = Record<string, string>;
interface Rule {
  path: string;
  headers: Headers;
}

/**
 * Files with a hash in their name or folder. `/remotes/:name/:version/*` would also match
 * standalone pages.
 */
const IMMUTABLE_PATHS = [
  `${BUILD_FOLDER}*`,
  ...['js', 'mjs', 'css', 'wasm'].map((extension) => `/remotes/:name/:version/*.${extension}`),
];

/**
 * Returns the `_headers` file of Cloudflare Pages for an app with this configuration. A rule can
 * replace a header of an earlier rule only after removing it with `!`.
 */
export function staticHostHeaders(config: AppConfig): string {
  const [withToken, withQuery] = SECRET_SEGMENTS;
  const policy = (kind: Parameters<typeof policyHeaders>[1]) => policyHeaders(config, kind);
  const always = { ...securityHeaders, 'Strict-Transport-Security': STRICT_TRANSPORT };
  const rules: Rule[] = [
    { path: '/*', headers: { ...always, ...policy('page'), ...FILE_HEADERS.other } },
    { path: `/:brand/${withToken}/*`, headers: policy('secretPage') },
    { path: `/:brand/${withQuery}`, headers: policy('secretPage') },
    { path: '/remotes/*', headers: policy('standalone') },
    // Cloudflare Pages redirects pages to their URL without `.html`.
    ...[PAYMENT_FRAME, PAYMENT_FRAME.replace(/\.html$/, '')].map((path) => ({
      path,
      headers: policy('paymentFrame'),
    })),
    ...IMMUTABLE_PATHS.map((path) => ({ path, headers: FILE_HEADERS.immutable })),
  ];
  const [first, ...others] = rules;
  const lines = others.flatMap(({ path, headers }) => overridingLines(path, headers, first?.headers ?? {}));
  return `# For Cloudflare Pages. Written by \`pnpm hosting\`: write it again after a change of \`config.json\` or a new release.
${[formatRule(first), ...lines].join('\n')}
`;
}

const formatRule = (rule: Rule | undefined) =>
  [
    rule?.path ?? '',
    ...Object.entries(rule?.headers ?? {}).map(([name, value]) => `  ${name}: ${value}`),
  ].join('\n');

/** Returns a rule's lines for the headers that differ from `defaults`, those of `/*`. */
function overridingLines(path: string, headers: Headers, defaults: Headers): string[] {
  const policies = ['Content-Security-Policy', 'Reporting-Endpoints'];
  const isPolicy = Object.keys(headers).some((name) => policies.includes(name));
  const names = new Set([...Object.keys(headers), ...(isPolicy ? policies : [])]);
  const changed = [...names].filter((name) => headers[name] !== defaults[name]);
  if (changed.length === 0) return [];
  const lines = changed.flatMap((name) => [
    ...(defaults[name] === undefined ? [] : [`  ! ${name}`]),
    ...(headers[name] === undefined ? [] : [`  ${name}: ${headers[name]}`]),
  ]);
  return [path, ...lines];
}
