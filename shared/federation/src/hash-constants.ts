import { readFileSync } from 'node:fs';
import type { RsbuildConfig } from '@rsbuild/core';
import { integrityOfBytes } from './integrity.ts';

/**
 * Replaces names in a remote's source by hashes of files that the remote fetches itself: the
 * bundler only checks those that its own loader fetches.
 * @param files address (`file:`) of each file, by the constant's name
 */
export function hashConstants(files: Record<string, string>): RsbuildConfig {
  const hashes = Object.entries(files).map(([name, address]) => {
    const integrity = integrityOfBytes(readFileSync(new URL(address)));
    return [name, JSON.stringify(integrity)] as const;
  });
  return { source: { define: Object.fromEntries(hashes) } };
}
