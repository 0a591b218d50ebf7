import { AppConfig } from '@shared/contract';
import { devOriginsOf } from '@shared/contract/dev-origins';
import { servedJson } from './served-json.ts';

/** Returns whether the served `config.json` allows previews; undefined if the site serves none. */
export const allowsPreviews = (site: string) => ask(site, ({ preview }) => preview === true);

/** Returns whether it also allows a development server; undefined if the site serves none. */
export const allowsDevServer = (site: string, origin: string) =>
  ask(site, (config) => devOriginsOf(config).includes(origin));

async function ask(site: string, question: (config: AppConfig) => boolean): Promise<boolean | undefined> {
  const config = await servedJson(`${site}/config.json`, (json) => AppConfig.parse(json));
  return config && question(config);
}
