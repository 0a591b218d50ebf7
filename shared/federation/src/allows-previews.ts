import { AppConfig } from '@shared/contract';

const TIMEOUT_MS = 5_000;

/** Returns whether the served `config.json` allows previews; undefined if the site serves none. */
export async function allowsPreviews(site: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`${site}/config.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const config = answer.ok ? AppConfig.safeParse(await answer.json()).data : undefined;
    return config && config.preview === true;
  } catch {
    return undefined;
  }
}
