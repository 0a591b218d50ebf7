import type { AppConfig } from '@shared/contract';
import { caddyFile } from './caddy.ts';
import { nginxConfig } from './nginx.ts';
import { staticHostHeaders } from './static-host.ts';

/** Configurations of other file servers by the name of the file, for a site with this `config.json`. */
export const hostingFiles = (config: AppConfig): Record<string, string> => ({
  'nginx.conf': nginxConfig(config),
  Caddyfile: caddyFile(config),
  _headers: staticHostHeaders(config),
});
