import type { AppConfig } from '@shared/contract';
import { caddyFile } from './caddy.ts';
import { nginxConfig } from './nginx.ts';
import { staticHostHeaders } from './static-host.ts';

/** Returns configurations of file servers by file name, for a site's `config.json`. */
export const hostingFiles = (config: AppConfig): Record<string, string> => ({
  'nginx.conf': nginxConfig(config),
  Caddyfile: caddyFile(config),
  _headers: staticHostHeaders(config),
});
