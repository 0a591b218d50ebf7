import { device } from '@shared/state';

/**
 * Returns a stored value that requests carry in a header; undefined if it has a character that no header
 * can have, with which every request would fail.
 */
export function storedHeader(key: string): string | undefined {
  const value = device.read(key);
  return value !== undefined && /^[\x20-\x7e\xa0-\xff]+$/.test(value) ? value : undefined;
}
