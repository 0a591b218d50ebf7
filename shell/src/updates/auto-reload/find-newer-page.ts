import type { RegistryFile } from '@shared/contract';

/**
 * Returns the script of the page that this URL serves now, if it isn't the one that is loaded.
 * @throws if the page can't be fetched
 */
export async function findNewerPage(): Promise<RegistryFile | undefined> {
  const response = await fetch(location.pathname, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`the page: status ${response.status}`);
  const [tag = ''] = /<script\b[^>]*\sintegrity=[^>]*>/.exec(await response.text()) ?? [];
  const [url, integrity] = [attribute(tag, 'src'), attribute(tag, 'integrity')];
  // A page without such a script comes from a captive portal or a server in maintenance.
  if (!url || !integrity) throw new Error('not a page of this app');
  const running = Array.from(document.scripts, (script) => script.getAttribute('src'));
  return running.includes(url) ? undefined : { url, integrity };
}

/** Parsed by a regular expression, because the page's Trusted Types policy forbids parsing HTML. */
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
