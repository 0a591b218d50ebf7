import { AppConfig } from '@shared/contract';
import { devOriginsOf } from '@shared/contract/dev-origins';
import { servedJson } from './served-json.ts';

/** Returns whether the served `config.json` allows previews; undefined if the site serves none. */
export const allowsPreviews = (site: string) => checkConfig(site, ({ preview }) => preview === true);

/** Returns whether it allows a local development server, too; undefined if the site serves none. */
export const allowsDevServer = (site: string, origin: string) =>
  checkConfig(site, (config) => devOriginsOf(config).includes(origin));

async function checkConfig(
  site: string,
  isAllowed: (config: AppConfig) => boolean,
): Promise<boolean | undefined> {
  const config = await servedJson(`${site}/config.json`, (json) => AppConfig.parse(json));
  return config && isAllowed(config);
}
