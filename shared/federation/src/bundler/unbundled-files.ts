import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RsbuildConfig, rspack } from '@rsbuild/core';
import { integrityOfBytes } from '@shared/registry/integrity';
import { ROOT } from '../workspace.ts';
import { BROWSERSLIST } from './supported-browsers.ts';

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

/**
 * Translates a package's script that the bundler copies as it is, such as a worker, for the supported
 * browsers.
 * @param url its `file:` URL
 * @returns the path of the translated file
 */
export function olderSyntax(url: string): string {
  const source = readFileSync(new URL(url), 'utf8');
  const hash = createHash('sha256').update(source).update(BROWSERSLIST.join()).digest('hex');
  const folder = `${ROOT}.cache/older-syntax/${hash.slice(0, 16)}`;
  const file = `${folder}/${basename(fileURLToPath(url))}`;
  if (existsSync(file)) return file;
  const { code } = rspack.experiments.swc.transformSync(source, {
    env: { targets: BROWSERSLIST.join() },
    jsc: { parser: { syntax: 'ecmascript' }, minify: { compress: true, mangle: true } },
    minify: true,
    isModule: true,
  });
  mkdirSync(folder, { recursive: true });
  // Another build may write the same file now.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, code);
  renameSync(fresh, file);
  return file;
}
