import { AppConfig } from '@shared/contract';
import { devOriginsOf } from '@shared/contract/dev-origins';

const TIMEOUT_MS = 5_000;

/** Returns whether the served `config.json` allows previews; undefined if the site serves none. */
export const allowsPreviews = (site: string) => ask(site, ({ preview }) => preview === true);

/** Returns whether it also allows a development server; undefined if the site serves none. */
export const allowsDevServer = (site: string, origin: string) =>
  ask(site, (config) => devOriginsOf(config).includes(origin));

async function ask(site: string, question: (config: AppConfig) => boolean): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`${site}/config.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const config = answer.ok ? AppConfig.safeParse(await answer.json()).data : undefined;
    return config && question(config);
  } catch {
    return undefined;
  }
}
