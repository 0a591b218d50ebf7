/** The path to return to after login: the last one that the guest visited or attempted. */
import { SHELL_SCREENS } from '@shared/contract';
import { parseUrl } from '@shared/contract/parse-url';
import { device, tab } from '@shared/state';

const KEY = 'returnTo';
const ENTRY_KEY = 'returnToEntry';
const MAIL_KEY = 'returnToAfterMail';
/** How long a link in a mail may be valid, in ms. */
const MAIL_MS = 7 * 86_400_000;

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

/** Keeps the tab's path on the device: the link in the mail just sent will open another tab. */
export function keepReturnPathForMail(): void {
  device.write(MAIL_KEY, `${Date.now()} ${tab.read(KEY) ?? ''}`);
}

export function clearReturnPath(): void {
  tab.write(KEY, undefined);
  device.write(MAIL_KEY, undefined);
}

/** Returns this tab's path, or else the one of the tab that requested a mail. */
export const storedReturnPath = (brand: string) => safeReturnPath(tab.read(KEY) ?? ofMail(), brand);

function ofMail(): string {
  const [sentAt, path = ''] = device.read(MAIL_KEY)?.split(' ', 2) ?? [];
  return Math.abs(Date.now() - Number(sentAt)) < MAIL_MS ? path : '';
}

/** Returns whether the stored path is the history entry right before `entry`. */
export const isPrecedingEntry = (entry: number | undefined) =>
  tab.read(ENTRY_KEY) === String((entry ?? 0) - 1);
