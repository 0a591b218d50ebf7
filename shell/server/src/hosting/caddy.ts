import type { AppConfig } from '@shared/contract';
import { REMOTE_FOLDER } from '@shared/registry/built-files';
import { FILE_HEADERS, IMMUTABLE_FILE, NO_PAGE, securityHeaders } from '../headers.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import { fileTables, fillTemplate, type HeaderTable, policyTables, quoted } from './server-config.ts';

const NO_TRANSFORM = ', no-transform';

const placeholder = (name: string) => `{site_${name.toLowerCase().replaceAll('-', '_')}}`;

const mapLines = ({ name, cases, otherwise }: HeaderTable) => [
  `map {path} ${placeholder(name)} {`,
  ...cases.map(([pattern, value]) => `\t\`~${pattern.source}\` ${quoted(value)}`),
  `\tdefault ${quoted(otherwise)}`,
  '}',
];

/** Returns a `Caddyfile` for an app with this configuration and its backend behind Caddy. */
export function caddyFile(config: AppConfig): string {
  const policies = policyTables(config);
  // Caddy sends a header without a value as an empty one, so optional headers get a matcher.
  const files = fileTables().filter(({ otherwise }) => otherwise !== '');
  const optional = fileTables().filter(({ otherwise }) => otherwise === '');
  const always = { ...securityHeaders, 'Strict-Transport-Security': STRICT_TRANSPORT };
  const headerLines = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `${name} ${quoted(value)}`);
  return fillTemplate('Caddyfile', {
    registryHeaders: headerLines({ ...always, ...FILE_HEADERS.other }),
    maps: [...policies, ...files].flatMap(mapLines).map((line) => line.replace(NO_TRANSFORM, '')),
    headers: [
      ...headerLines(always),
      ...[...policies, ...files].map(({ name }) => `${name} ${placeholder(name)}`),
    ],
    immutableFile: IMMUTABLE_FILE.source,
    immutableCaching: quoted(FILE_HEADERS.immutable['Cache-Control']),
    optionalHeaders: optional.flatMap(({ name, cases }) => {
      const set = cases.filter(([, value]) => value !== '');
      const matcher = `@${name.toLowerCase()}`;
      return [
        `${matcher} path_regexp \`${set.map(([pattern]) => pattern.source).join('|')}\``,
        `header ${matcher} ${name} ${quoted(set[0]?.[1] ?? '')}`,
      ];
    }),
    noPage: NO_PAGE.source,
    remoteFolder: REMOTE_FOLDER.source,
  });
}
