/** The path to return to after login: the last one that the guest visited or attempted. */
import { SHELL_SCREENS } from '@shared/contract';
import { parseUrl } from '@shared/contract/parse-url';
import { tab } from '@shared/state';

const KEY = 'returnTo';
const ENTRY_KEY = 'returnToEntry';

/** Returns a path if it is safe to navigate to: of this origin and brand, and not the shell's. */
export function safeReturnPath(text: string, brand: string): string | undefined {
  const here = 'https://here.invalid';
  const url = parseUrl(text, here);
  if (url?.origin !== here || !text.startsWith('/')) return undefined;
  const [, first, second = ''] = url.pathname.split('/');
  if (first !== brand || SHELL_SCREENS.has(second)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Stores the guest's path; `entry` is its number in the history. */
export function storeReturnPath(path: string, entry: number | undefined): void {
  tab.write(KEY, path);
  tab.write(ENTRY_KEY, entry === undefined ? undefined : String(entry));
}
export const clearReturnPath = () => tab.write(KEY, undefined);
export const storedReturnPath = (brand: string) => safeReturnPath(tab.read(KEY) ?? '', brand);

/** Returns whether the stored path is the history entry right before `entry`. */
export const isPrecedingEntry = (entry: number | undefined) =>
  tab.read(ENTRY_KEY) === String((entry ?? 0) - 1);
