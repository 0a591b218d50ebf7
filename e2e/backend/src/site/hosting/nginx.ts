import type { AppConfig } from '@shared/contract';
import { compressible } from '../compression.ts';
import { TYPES } from '../files.ts';
import { NO_PAGE, STRICT_TRANSPORT, securityHeaders } from '../headers.ts';
import { fileTables, type HeaderTable, policyTables, quoted } from './header-tables.ts';

const variable = (name: string) => `$site_${name.toLowerCase().replaceAll('-', '_')}`;

function map(source: string, { name, cases, otherwise }: HeaderTable): string {
  const lines = cases.map(([pattern, value]) => `  "~${pattern.source}" ${quoted(value)};`);
  return [`map ${source} ${variable(name)} {`, ...lines, `  default ${quoted(otherwise)};`, '}'].join('\n');
}

/** Returns `nginx.conf`: content of nginx's `http` block for a site with this configuration. */
export function nginxConfig(config: AppConfig): string {
  const policies = policyTables(config);
  const files = fileTables();
  const bare = Object.entries(TYPES).map(([extension, type]) => [
    extension.slice(1),
    type.split(';')[0] ?? '',
  ]);
  const texts = new Set(
    Object.values(TYPES).flatMap((type) => (type.includes('charset') ? (type.split(';')[0] ?? []) : [])),
  );
  const zipped = new Set(bare.flatMap(([, type = '']) => (compressible(type) ? type : [])));
  // nginx adds its default type to both lists itself.
  for (const list of [texts, zipped]) list.delete('text/html');
  return `# The site with its backend behind nginx, for nginx's \`http\` block. Written by \`pnpm hosting\`: change the values of
# \`listen\`, \`root\` and \`proxy_pass\`, and write it again after a change of \`config.json\` or a new release.

# The path that was asked for, without the query.
map $request_uri $site_path {
  "~^(?<site_asked>[^?]*)" $site_asked;
}
${policies.map((table) => map('$site_path', table)).join('\n')}

# By the file that is sent; these leave 404 alone, which nobody is to keep.
${files.map((table) => map('$uri', table)).join('\n')}

# What answers an address that is no file: nothing for code and pictures, a remote's own page, else the shell.
map $site_path $site_page {
  "~${NO_PAGE.source}" "/.missing";
  "~^(?<site_remote>/remotes/[a-z][a-z0-9-]*)(/|$)" "$site_remote/index.html";
  default "/index.html";
}
map $https $site_strict_transport {
  on "${STRICT_TRANSPORT}";
  default "";
}
map $http_upgrade $site_connection {
  "" "";
  default "upgrade";
}

server {
  listen 80;
  # listen 443 ssl;
  # ssl_certificate /etc/ssl/site.pem;
  # ssl_certificate_key /etc/ssl/site.key;
  root /srv/site;
  server_tokens off;

  types {
${bare.map(([extension, type]) => `    ${type} ${extension};`).join('\n')}
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types ${[...texts].join(' ')};
  gzip on;
  gzip_vary on;
  gzip_types ${[...zipped].join(' ')};

  location / {
    try_files $uri $site_page =404;
${Object.entries(securityHeaders)
  .map(([name, value]) => `    add_header ${name} ${quoted(value)} always;`)
  .join('\n')}
${policies.map(({ name }) => `    add_header ${name} ${variable(name)} always;`).join('\n')}
    add_header Strict-Transport-Security $site_strict_transport always;
${files.map(({ name }) => `    add_header ${name} ${variable(name)};`).join('\n')}
  }

  # The backend sends its own headers. \`TRUSTED_PROXIES=loopback\` makes it believe these.
  location ~ ^/(v1|ocpp|healthz)(/|$) {
    proxy_pass http://127.0.0.1:3000;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $site_connection;
    proxy_read_timeout 1h;
  }
}
`;
}
