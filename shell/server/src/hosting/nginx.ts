import { API_PATH, type AppConfig } from '@shared/contract';
import { REMOTE_FOLDER } from '@shared/contract/built-files';
import { compressible } from '../compression.ts';
import { TYPES } from '../files.ts';
import { NO_PAGE, SECRET_SEGMENTS, securityHeaders } from '../headers.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import { fileTables, type HeaderTable, policyTables, quoted } from './header-tables.ts';

const variable = (name: string) => `$site_${name.toLowerCase().replaceAll('-', '_')}`;

function map(source: string, { name, cases, otherwise }: HeaderTable): string {
  const lines = cases.map(([pattern, value]) => `  "~${pattern.source}" ${quoted(value)};`);
  return [`map ${source} ${variable(name)} {`, ...lines, `  default ${quoted(otherwise)};`, '}'].join('\n');
}

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
  { port, tls, redirectPort, root, logs, backends } = DEFAULT_PLACE,
): string {
  const policies = policyTables(config);
  const files = fileTables();
  const typesByExtension = Object.entries(TYPES).map(([extension, type]) => [
    extension.slice(1),
    type.split(';')[0] ?? '',
  ]);
  const texts = new Set(
    Object.values(TYPES).flatMap((type) => (type.includes('charset') ? (type.split(';')[0] ?? []) : [])),
  );
  const zipped = new Set(typesByExtension.flatMap(([, type = '']) => (compressible(type) ? type : [])));
  // nginx adds its default type to both lists itself.
  for (const list of [texts, zipped]) list.delete('text/html');
  const headers = [
    ...Object.entries(securityHeaders).map(([name, value]) => `${name} ${quoted(value)} always`),
    ...policies.map(({ name }) => `${name} ${variable(name)} always`),
    'Strict-Transport-Security $site_strict_transport always',
    ...files.map(({ name }) => `${name} ${variable(name)}`),
  ].map((header) => `    add_header ${header};`);
  return `# The site with its backend behind nginx, for nginx's \`http\` block. Written by \`pnpm hosting\`, which
# has options for \`listen\`, \`root\` and \`server\`. Write it again after a change of \`config.json\` or a new release.

# The requested path, without the query.
map $request_uri $site_path {
  "~^(?<site_asked>[^?]*)" $site_asked;
}
${policies.map((table) => map('$site_path', table)).join('\n')}

# By the file that is sent. A 404 has none of these, because it must not be cached.
${files.map((table) => map('$uri', table)).join('\n')}

# Paths without a file: 404 for code and pictures, a remote's own page, otherwise the shell.
map $site_path $site_page {
  "~${NO_PAGE.source}" "/.missing";
  "~${REMOTE_FOLDER.source.replace('(', '(?<site_remote>')}" "$site_remote/index.html";
  default "/index.html";
}
# What the log contains of a path: no token, e-mail or other input of a user.
map $site_path $site_logged {
${LOGGED.map((start) => `  "~*^(?<site_start>${start})/" "$site_start/-";`).join('\n')}
  default $site_path;
}
log_format site '$remote_addr [$time_iso8601] "$request_method $site_logged" $status $body_bytes_sent $request_time '
  '$upstream_addr $upstream_status $request_id';

map $https $site_strict_transport {
  on "${STRICT_TRANSPORT}";
  default "";
}
map $http_upgrade $site_connection {
  "" "";
  default "upgrade";
}

# One line for each instance. A refused connection goes to the next one at once. By default nginx would then skip the
# instance for 10 s, so that none would be left when all are restarted one after another.
upstream site_backend {
${backends.map((backend) => `  server ${backend} max_fails=0;`).join('\n')}
}
${redirectPort === undefined ? '' : redirectServer(redirectPort, port, logs)}
server {
${listenLines(port, tls).join('\n')}
  root ${root};
  server_tokens off;
${logLines(logs)}

  types {
${typesByExtension.map(([extension, type]) => `    ${type} ${extension};`).join('\n')}
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types ${[...texts].join(' ')};
  gzip on;
  gzip_vary on;
  gzip_types ${[...zipped].join(' ')};

  # \`TRUSTED_PROXIES=loopback\` makes the backend trust these.
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Host "";
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $site_connection;
  proxy_set_header X-Request-Id $request_id;

  # A file, or the backend's page, which has its first view.
  location / {
    try_files $uri @page;
${headers.join('\n')}
  }
  location @page {
    proxy_pass http://site_backend;
    proxy_connect_timeout 2s;
    proxy_read_timeout 5s;
    proxy_intercept_errors on;
    error_page 404 500 502 503 504 = @page_file;
  }
  # For a backend that is down, or doesn't serve the site.
  location @page_file {
    try_files $site_page =404;
${headers.join('\n')}
  }

  # The backend sends its own headers.
  location ~ ^/(v1|ocpp|healthz)(/|$) {
    proxy_pass http://site_backend;
    proxy_read_timeout 1h;
  }

  # Not part of the site: \`/.remotes\` names who published its versions.
  location ~ /\\.(?!well-known/) {
    return 404;
  }

  # Lists the versions that the backend has withdrawn. While the backend is down, the file is sent without them.
  location = /remotes.json {
    proxy_pass http://site_backend;
    proxy_connect_timeout 2s;
    proxy_read_timeout 5s;
    proxy_intercept_errors on;
    error_page 500 502 503 504 = @registry;
  }
  location @registry {
    try_files /remotes.json =404;
${headers.join('\n')}
  }
}
`;
}

const listenLines = (port: string, tls: NginxPlace['tls']) =>
  tls
    ? [
        `  listen ${port} ssl http2;`,
        `  ssl_certificate ${tls.certificate};`,
        `  ssl_certificate_key ${tls.key};`,
      ]
    : [`  listen ${port};`];

const logLines = (
  logs: string,
) => `  # A failed request is a line of the access log as well. The error log would quote its whole URL.
  access_log ${logs}/access.log site;
  error_log ${logs}/error.log emerg;`;

const redirectServer = (from: string, to: string, logs: string) => `
server {
  listen ${from};
  server_tokens off;
${logLines(logs)}
  return 301 https://$host${to === '443' ? '' : `:${to}`}$request_uri;
}
`;
