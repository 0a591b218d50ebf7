import { AppConfig } from '@shared/contract';

const TIMEOUT = 30_000;

/**
 * The site's `config.json`. A standalone page, which says by `<base>` where it lies, has one of its own beside it: what that
 * says comes before what the site says, and where it names a backend the page needs nothing of a site.
 * @throws where there is none for the shell, or one that can't be had or read
 */
export async function fetchConfig(): Promise<AppConfig> {
  // Asked for just as the page's preload link does, or the browser would fetch it twice.
  const get = (address: string) => fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!document.querySelector('base')) return read(await get('/config.json'));
  const own = await readIfThere(await get('config.json'));
  return own.apiUrl ? own : { ...(await readIfThere(await get('/config.json'))), ...own };
}

async function read(answer: Response): Promise<AppConfig> {
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  return AppConfig.parse(await answer.json());
}

/** Nothing is configured where a file server has no such file, and says so or answers a web page. */
async function readIfThere(answer: Response): Promise<AppConfig> {
  const isMissing = answer.status >= 400 && answer.status < 500;
  const isWebPage = answer.headers.get('content-type')?.includes('text/html');
  return isMissing || isWebPage ? AppConfig.parse({}) : read(answer);
}

/** The configuration with what it says for one brand in place of what it says for all. */
export function configOfBrand(config: AppConfig, slug: string): AppConfig {
  const own = config.brands?.[slug];
  return { ...config, payment: own?.payment ?? config.payment, map: own?.map ?? config.map };
}
