import { AppConfig } from '@shared/contract';

const TIMEOUT = 30_000;

/** Asked for just as the page's preload link does, or the browser would fetch it twice. */
export async function fetchConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return AppConfig.parse(await response.json());
}

/** The configuration with what it says for one brand in place of what it says for all. */
export function configOfBrand(config: AppConfig, slug: string): AppConfig {
  const own = config.brands?.[slug];
  return { ...config, payment: own?.payment ?? config.payment, map: own?.map ?? config.map };
}
