import { AppConfig } from '@shared/contract';

const TIMEOUT = 30_000;

// The same request as the page's preload link, or the browser would fetch the file twice.
const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });

/**
 * Returns the shell's `config.json`.
 * @throws if it is missing, or can't be fetched or parsed
 */
export const fetchConfig = async (): Promise<AppConfig> => read(await get('/config.json'));

/**
 * Returns the `config.json` of a standalone page, merged over the shell's; if it names a
 * backend, the shell's isn't fetched. Either may be missing.
 * @throws if a file can't be fetched or parsed
 */
export async function fetchStandaloneConfig(): Promise<AppConfig> {
  const own = await readIfThere(await get('config.json'));
  return own.apiUrl ? own : { ...(await readIfThere(await get('/config.json'))), ...own };
}

async function read(response: Response): Promise<AppConfig> {
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  return AppConfig.parse(await response.json());
}

/** Returns an empty configuration if the file is missing: a 4xx, or a web page in its place. */
async function readIfThere(response: Response): Promise<AppConfig> {
  const isMissing = response.status >= 400 && response.status < 500;
  const isWebPage = response.headers.get('content-type')?.includes('text/html');
  return isMissing || isWebPage ? AppConfig.parse({}) : read(response);
}

/** Returns the configuration, with the brand's own payment and map settings if it has any. */
export function configOfBrand(config: AppConfig, slug: string): AppConfig {
  const own = config.brands?.[slug];
  return { ...config, payment: own?.payment ?? config.payment, map: own?.map ?? config.map };
}
