import type { AppConfig } from '@shared/contract';
import { REMOTE_FOLDER } from '@shared/contract/built-files';
import { FILE_HEADERS, IMMUTABLE_FILE, NO_PAGE, securityHeaders } from '../headers.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import { fileTables, type HeaderTable, policyTables, quoted } from './header-tables.ts';

const NO_TRANSFORM = ', no-transform';

const placeholder = (name: string) => `{site_${name.toLowerCase().replaceAll('-', '_')}}`;

function map({ name, cases, otherwise }: HeaderTable): string {
  const lines = cases.map(([pattern, value]) => `\t\t\t\`~${pattern.source}\` ${quoted(value)}`);
  return [
    `\t\tmap {path} ${placeholder(name)} {`,
    ...lines,
    `\t\t\tdefault ${quoted(otherwise)}`,
    '\t\t}',
  ].join('\n');
}

const headerLines = (headers: Record<string, string>, indent: string) =>
  Object.entries(headers)
    .map(([name, value]) => `${indent}${name} ${quoted(value)}`)
    .join('\n');

/** Returns a `Caddyfile` for an app with this configuration and its backend behind Caddy. */
export function caddyFile(config: AppConfig): string {
  const policies = policyTables(config);
  // Caddy sends a header without a value as an empty one, so optional headers get a matcher.
  const files = fileTables().filter(({ otherwise }) => otherwise !== '');
  const optionalHeaders = fileTables().filter(({ otherwise }) => otherwise === '');
  return `# The site with its backend behind Caddy. Written by \`pnpm hosting\`: change the address, \`root\` and \`reverse_proxy\`,
# and write it again after a change of \`config.json\` or a new release.
app.example.com {
	root * /srv/site

	# The backend sends its own headers, and the registry with the versions that it has withdrawn.
	@backend path_regexp ^/((v1|ocpp|healthz)(/|$)|remotes\\.json$)
	handle @backend {
		reverse_proxy 127.0.0.1:3000
	}

	# For a backend that is down: the registry's file, without the versions that it has withdrawn.
	handle_errors {
		@registry {
			path /remotes.json
			expression {err.status_code} >= 502
		}
		handle @registry {
			header {
${headerLines({ ...securityHeaders, ...FILE_HEADERS.other, 'Strict-Transport-Security': STRICT_TRANSPORT }, '\t\t\t\t')}
			}
			file_server {
				status 200
			}
		}
	}

	# Not part of the site: \`/.remotes\` names who published its versions.
	@hidden {
		path_regexp /\\.
		not path /.well-known/*
	}
	handle @hidden {
		respond 404
	}

	handle {
		encode gzip
${policies.map(map).join('\n')}
${files.map(map).join('\n').replaceAll(NO_TRANSFORM, '')}
		header {
${headerLines({ ...securityHeaders, 'Strict-Transport-Security': STRICT_TRANSPORT }, '\t\t\t')}
${[...policies, ...files].map(({ name }) => `\t\t\t${name} ${placeholder(name)}`).join('\n')}
		}
		# Deferred until the file is compressed: Caddy doesn't compress a response with \`no-transform\`.
		@hashed {
			file {path}
			path_regexp \`${IMMUTABLE_FILE.source}\`
		}
		header @hashed >Cache-Control ${quoted(FILE_HEADERS.immutable['Cache-Control'])}
		@immutable path_regexp \`${IMMUTABLE_FILE.source}\`
${optionalHeaders.map(({ name, cases }) => `\t\theader @immutable ${name} "${cases[0]?.[1] ?? ''}"`).join('\n')}

		# Paths without a file: 404 for code and pictures, a remote's own page, otherwise the shell.
		@missing {
			not file {path}
			path_regexp \`${NO_PAGE.source}\`
		}
		handle @missing {
			header Cache-Control "no-store"
			respond 404
		}
		@standalone {
			not file {path}
			path_regexp remote \`${REMOTE_FOLDER.source}\`
		}
		handle @standalone {
			header Cache-Control "no-cache"
			rewrite * {re.remote.1}/index.html
			file_server
		}
		@page not file {path}
		handle @page {
			header Cache-Control "no-cache"
			rewrite * /index.html
			file_server
		}
		handle {
			file_server
		}
	}
}
`;
}
