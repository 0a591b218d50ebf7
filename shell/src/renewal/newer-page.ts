import type { File } from '@shared/federation/preload';

/**
 * The script of the page that this address answers by now, if this page wasn't made of it: a newer shell, or a newer
 * standalone page.
 * @throws where the page can't be had
 */
export async function newerPage(): Promise<File | undefined> {
  const answer = await fetch(location.pathname, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
  const [tag = ''] = /<script\b[^>]*\sintegrity=[^>]*>/.exec(await answer.text()) ?? [];
  const [url, integrity] = [attribute(tag, 'src'), attribute(tag, 'integrity')];
  // A page without such a script is none of ours, but that of a network that wants a login, or of a server in maintenance.
  if (!url || !integrity) throw new Error('the page is not ours');
  const running = Array.from(document.scripts, (script) => script.getAttribute('src'));
  return running.includes(url) ? undefined : { url, integrity };
}

/** Read as text: the page's Trusted Types policy parses no HTML. */
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
