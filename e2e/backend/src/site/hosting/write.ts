/**
 * `pnpm hosting [config.json [folder]]`: writes the configurations of other file servers for a site
 * with that `config.json`. Without arguments it updates those in `.docs/hosting`, for a site with
 * the default configuration.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppConfig } from '@shared/contract';
import { hostingFiles } from './hosting-files.ts';

const DOCS = resolve(import.meta.dirname, '../../../../../.docs/hosting');
const [config, folder = config ? '.' : DOCS] = process.argv.slice(2);

const parsed = AppConfig.parse(config ? JSON.parse(readFileSync(config, 'utf8')) : {});
for (const [name, content] of Object.entries(hostingFiles(parsed))) {
  writeFileSync(join(folder, name), content);
  console.log(join(folder, name));
}
