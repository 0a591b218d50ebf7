import { API_PATH, type AppConfig } from '@shared/contract';
import { REMOTE_FOLDER } from '@shared/registry/built-files';
import { compressible } from '../compression.ts';
import { TYPES } from '../files.ts';
import { NO_PAGE, SECRET_SEGMENTS, securityHeaders } from '../headers.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import { fileTables, fillTemplate, type HeaderTable, policyTables, quoted } from './server-config.ts';

const variable = (name: string) => `$site_${name.toLowerCase().replaceAll('-', '_')}`;

const mapLines = (source: string, { name, cases, otherwise }: HeaderTable) => [
  `map ${source} ${variable(name)} {`,
  ...cases.map(([pattern, value]) => `  "~${pattern.source}" ${quoted(value)};`),
  `  default ${quoted(otherwise)};`,
  '}',
];

/** Ports, certificate, build and backends of an nginx server. */
export interface NginxPlace {
  port: string;
  /** Files of the certificate and its key; without them nginx serves HTTP. */
  tls?: { certificate: string; key: string } | undefined;
  /** HTTP port that redirects to HTTPS. */
  redirectPort?: string | undefined;
  /** Folder of the build. */
  root: string;
  /** Folder of nginx's logs. */
  logs: string;
  /** `host:port` of each instance. */
  backends: string[];
}

export const DEFAULT_PLACE: NginxPlace = {
  port: '80',
  root: '/srv/site',
  logs: '/var/log/nginx',
  backends: ['127.0.0.1:3000'],
};

/** Beginnings of paths that may go on with a token, an e-mail or other input of a user. */
const LOGGED = [`${API_PATH}/[^/]+`, '/v1/confirm', `.*?/(?:${SECRET_SEGMENTS.join('|')})`];

/** Returns `nginx.conf`: content of nginx's `http` block for an app with this configuration. */
export function nginxConfig(
  config: AppConfig,
  { port, tls, redirectPort, root, logs, backends }: NginxPlace,
): string {
  const policies = policyTables(config);
  const files = fileTables();
  // Without the character set.
  const types = Object.entries(TYPES).map(([extension, type]) => ({
    extension: extension.slice(1),
    name: type.replace(/;.*/, ''),
    isText: type.includes('charset'),
  }));
  // nginx adds its default type to the lists below itself.
  const others = types.filter(({ name }) => name !== 'text/html');
  const namesOf = (list: typeof types) => [...new Set(list.map(({ name }) => name))].join(' ');
  const headers = [
    ...Object.entries(securityHeaders).map(([name, value]) => `${name} ${quoted(value)} always`),
    ...policies.map(({ name }) => `${name} ${variable(name)} always`),
    'Strict-Transport-Security $site_strict_transport always',
    ...files.map(({ name }) => `${name} ${variable(name)}`),
  ];
  return fillTemplate('nginx.conf', {
    policyMaps: policies.flatMap((table) => mapLines('$site_path', table)),
    fileMaps: files.flatMap((table) => mapLines('$uri', table)),
    noPage: NO_PAGE.source,
    remoteFolder: REMOTE_FOLDER.source.replace('(', '(?<site_remote>'),
    loggedPaths: LOGGED.map((start) => `"~*^(?<site_start>${start})/" "$site_start/-";`),
    strictTransport: STRICT_TRANSPORT,
    backends: backends.map((backend) => `server ${backend} max_fails=0;`),
    redirectServer:
      redirectPort === undefined
        ? []
        : fillTemplate('nginx-redirect.conf', { redirectPort, logs, port: port === '443' ? '' : `:${port}` }),
    listen: tls
      ? [
          `listen ${port} ssl http2;`,
          `ssl_certificate ${tls.certificate};`,
          `ssl_certificate_key ${tls.key};`,
        ]
      : [`listen ${port};`],
    root,
    logs,
    types: types.map(({ name, extension }) => `${name} ${extension};`),
    charsetTypes: namesOf(others.filter(({ isText }) => isText)),
    gzipTypes: namesOf(others.filter(({ name }) => compressible(name))),
    headers: headers.map((header) => `add_header ${header};`),
  });
}
