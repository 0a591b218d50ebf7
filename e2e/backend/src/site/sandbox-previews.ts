import { withCompletedConfig } from './completed-config.ts';
import type { SiteFiles } from './files.ts';

/** Returns the site's files with previews allowed, unless `config.json` sets `preview`. */
export function withPreviews(files: SiteFiles): SiteFiles {
  return withCompletedConfig(files, (config) =>
    config.preview === undefined ? { ...config, preview: true } : config,
  );
}
