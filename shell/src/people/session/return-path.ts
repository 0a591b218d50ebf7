/** The path to return to after login: the last one that the guest visited or requested. */
import { safeReturnPath } from '@shared/contract/safe-return-path';
import { device, tab } from '@shared/state';

const KEY = 'returnTo';
const ENTRY_KEY = 'returnToEntry';
/** The time of the mail in ms, a space, and the path. */
const MAIL_KEY = 'returnToAfterMail';
/** How long a link in a mail may be valid, in ms. */
const MAIL_MS = 7 * 86_400_000;

/** Stores the guest's path; `entry` is its number in the history. */
export function storeReturnPath(path: string, entry?: number): void {
  tab.write(KEY, path);
  tab.write(ENTRY_KEY, entry === undefined ? undefined : String(entry));
}

export function clearReturnPath(): void {
  tab.write(KEY, undefined);
  device.write(MAIL_KEY, undefined);
}

/** Keeps the path on the device: the link in a mail that was just sent will open another tab. */
export const keepForMail = (path = '') => device.write(MAIL_KEY, `${Date.now()} ${path}`);

/** Returns this tab's path of a brand, or else the one of the tab that requested a mail. */
export const storedReturnPath = (brand: string) =>
  safeReturnPath(tab.read(KEY) ?? '', brand) ?? safeReturnPath(ofMail(), brand);

function ofMail(): string {
  const [sentAt, path = ''] = device.read(MAIL_KEY)?.split(' ', 2) ?? [];
  return Math.abs(Date.now() - Number(sentAt)) < MAIL_MS ? path : '';
}

/** Returns whether the stored path is the history entry right before `entry`. */
export const isPrecedingEntry = (entry: number | undefined) =>
  tab.read(ENTRY_KEY) === String((entry ?? 0) - 1);
