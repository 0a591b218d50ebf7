/** The path to which a guest returns after login: the last one that they were at, or attempted. */
import { SHELL_SEGMENTS } from '@shared/contract';
import { tab } from '@shared/state';

const KEY = 'returnTo';
const SCREENS_OF_THE_SHELL: ReadonlySet<string> = new Set(SHELL_SEGMENTS);

/**
 * A path that it is safe to go to: one of this origin, below this brand, and no login screen. Undefined for anything
 * else.
 */
export function safeReturnPath(text: string, brand: string): string | undefined {
  const here = 'https://here.invalid';
  const address = URL.canParse(text, here) ? new URL(text, here) : undefined;
  if (address?.origin !== here || !text.startsWith('/')) return undefined;
  const [, first, second = ''] = address.pathname.split('/');
  if (first !== brand || SCREENS_OF_THE_SHELL.has(second)) return undefined;
  return `${address.pathname}${address.search}${address.hash}`;
}

export const rememberPath = (path: string) => tab.write(KEY, path);
export const forgetPath = () => tab.write(KEY, undefined);
export const rememberedPath = (brand: string) => safeReturnPath(tab.read(KEY) ?? '', brand);
