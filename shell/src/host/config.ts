import { AppConfig } from '@shared/contract';
import { MissingFile, readWebAppFile } from '../connection/offline/web-app-file.ts';

const read = (url: string) => readWebAppFile(url, (file) => AppConfig.parse(file));

/**
 * Returns the shell's `config.json`.
 * @throws if it is missing, or can't be fetched or parsed
 */
export const fetchConfig = (): Promise<AppConfig> => read('/config.json');

/**
 * Returns the `config.json` of a standalone page, merged over the shell's; if it names a
 * backend, the shell's isn't fetched. Either may be missing.
 * @throws if a file can't be fetched or parsed
 */
export async function fetchStandaloneConfig(): Promise<AppConfig> {
  const own = await readIfThere('config.json');
  return own.apiUrl ? own : { ...(await readIfThere('/config.json')), ...own };
}

/** Returns an empty configuration if the file is missing. */
const readIfThere = (url: string): Promise<AppConfig> =>
  read(url).catch((error: unknown) => {
    if (error instanceof MissingFile) return AppConfig.parse({});
    throw error;
  });

/** Returns the configuration, with the brand's own payment and map settings if it has any. */
export function configOfBrand(config: AppConfig, slug: string): AppConfig {
  const own = config.brands?.[slug];
  return { ...config, payment: own?.payment ?? config.payment, map: own?.map ?? config.map };
}
