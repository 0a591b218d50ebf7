import { type AppConfig, PAYMENT_FRAME } from '@shared/contract';
import { BUILD_FOLDER } from '@shared/contract/url-layout';
import { type PageKind, policyHeaders } from '../content-policy.ts';
import { FILE_HEADERS, SECRET_SEGMENTS, securityHeaders } from '../headers.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';

type Headers = Record<string, string | undefined>;

/**
 * Files with a hash in their name or folder. `/remotes/:name/:version/*` would also match
 * standalone pages.
 */
const IMMUTABLE_PATHS = [
  `${BUILD_FOLDER}*`,
  ...['js', 'mjs', 'css', 'wasm'].map((extension) => `/remotes/:name/:version/*.${extension}`),
];

/** Returns the `_headers` file of Cloudflare Pages for an app with this configuration. */
export function staticHostHeaders(config: AppConfig): string {
  const [withToken, withQuery] = SECRET_SEGMENTS;
  const policy = (kind: PageKind): Headers => ({
    'Reporting-Endpoints': undefined,
    ...policyHeaders(config, kind),
  });
  const defaults: Headers = {
    ...securityHeaders,
    'Strict-Transport-Security': STRICT_TRANSPORT,
    ...policyHeaders(config, 'page'),
    ...FILE_HEADERS.other,
  };
  const rules: [path: string, headers: Headers, earlier?: Headers][] = [
    [`/:brand/${withToken}/*`, policy('secretPage')],
    [`/:brand/${withQuery}`, policy('secretPage')],
    ['/remotes/*', policy('standalone')],
    [PAYMENT_FRAME, policy('paymentFrame')],
    // Cloudflare Pages redirects pages to their URL without `.html`.
    [PAYMENT_FRAME.replace(/\.html$/, ''), policy('paymentFrame')],
    ...IMMUTABLE_PATHS.map((path): [string, Headers] => [path, FILE_HEADERS.immutable]),
    ['/remotes/:name/mf-manifest.json', FILE_HEADERS.forHosts],
    // A rule of immutable files matches it as well.
    ['/remotes/:name/standalone/mount-*', FILE_HEADERS.forHosts, { ...defaults, ...FILE_HEADERS.immutable }],
  ];
  const lines = rules.flatMap(([path, headers, earlier = defaults]) => {
    const changed = Object.keys(headers).filter((name) => headers[name] !== earlier[name]);
    return changed.length > 0 ? [path, ...changed.flatMap((name) => linesOf(name, headers, earlier))] : [];
  });
  return `# For Cloudflare Pages. Written by \`pnpm hosting\`: write it again after a change of \`config.json\` or a new release.
/*
${Object.keys(defaults)
  .flatMap((name) => linesOf(name, defaults, {}))
  .join('\n')}
${lines.join('\n')}
`;
}

/** A rule can replace a header of an earlier rule only after removing it with `!`. */
const linesOf = (name: string, headers: Headers, earlier: Headers) => [
  ...(earlier[name] === undefined ? [] : [`  ! ${name}`]),
  ...(headers[name] === undefined ? [] : [`  ${name}: ${headers[name]}`]),
];
