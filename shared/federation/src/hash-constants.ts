import { readFileSync } from 'node:fs';
import type { RsbuildConfig } from '@rsbuild/core';
import { integrityOfBytes } from './integrity.ts';

/**
 * Replaces constants in a remote's source with hashes of files that the remote fetches itself: the
 * bundler only verifies files that its own loader fetches.
 * @param files `file:` URL of each file, by the constant's name
 */
export function hashConstants(files: Record<string, string>): RsbuildConfig {
  const hashes = Object.entries(files).map(([name, url]) => {
    const integrity = integrityOfBytes(readFileSync(new URL(url)));
    return [name, JSON.stringify(integrity)] as const;
  });
  return { source: { define: Object.fromEntries(hashes) } };
}
