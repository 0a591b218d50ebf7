/** Imported by the page's first script and the backend; not part of the package's index. */
import { parseUrl } from './parse-url.ts';
import { SHELL_SCREENS } from './segments.ts';

/** Returns a path if it is safe to navigate to: of this origin and brand, and not the shell's. */
export function safeReturnPath(text: string, brand: string): string | undefined {
  const here = 'https://here.invalid';
  const url = parseUrl(text, here);
  if (url?.origin !== here || !text.startsWith('/')) return undefined;
  const [, first, second = ''] = url.pathname.split('/');
  if (first !== brand || SHELL_SCREENS.has(second)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
