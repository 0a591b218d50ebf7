import type { AppConfig } from '@shared/contract';
import { caddyFile } from './caddy.ts';
import { DEFAULT_PLACE, nginxConfig } from './nginx.ts';
import { staticHostHeaders } from './static-host.ts';

/** Returns configurations of file servers by file name, for an app's `config.json`. */
export const hostingFiles = (config: AppConfig, place = DEFAULT_PLACE): Record<string, string> => ({
  'nginx.conf': nginxConfig(config, place),
  Caddyfile: caddyFile(config),
  _headers: staticHostHeaders(config),
});
