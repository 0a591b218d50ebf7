import type { AppConfig } from '@shared/contract';
import { IMMUTABLE_FILE, NO_PAGE, STRICT_TRANSPORT, securityHeaders } from '../headers.ts';
import { fileTables, type HeaderTable, policyTables, quoted } from './header-tables.ts';

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

/** Returns a `Caddyfile` for a site with this configuration and its backend behind Caddy. */
export function caddyFile(config: AppConfig): string {
  const policies = policyTables(config);
  // Caddy sends a header without a value as an empty one, so optional headers get a matcher.
  const files = fileTables().filter(({ otherwise }) => otherwise !== '');
  const shared = fileTables().filter(({ otherwise }) => otherwise === '');
  return `# The site with its backend behind Caddy. Written by \`pnpm hosting\`: change the address, \`root\` and \`reverse_proxy\`,
# and write it again after a change of \`config.json\` or a new release.
app.example.com {
	root * /srv/site
	encode gzip

	@backend path_regexp ^/(v1|ocpp|healthz)(/|$)
	handle @backend {
		reverse_proxy 127.0.0.1:3000
	}

	handle {
${policies.map(map).join('\n')}
${files.map(map).join('\n')}
		header {
${Object.entries(securityHeaders)
  .map(([name, value]) => `\t\t\t${name} ${quoted(value)}`)
  .join('\n')}
			Strict-Transport-Security "${STRICT_TRANSPORT}"
${[...policies, ...files].map(({ name }) => `\t\t\t${name} ${placeholder(name)}`).join('\n')}
		}
		@immutable path_regexp \`${IMMUTABLE_FILE.source}\`
${shared.map(({ name, cases }) => `\t\theader @immutable ${name} "${cases[0]?.[1] ?? ''}"`).join('\n')}

		# What answers an address that is no file: nothing for code and pictures, a remote's own page, else the shell.
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
			path_regexp remote ^(/remotes/[a-z][a-z0-9-]*)(/|$)
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
