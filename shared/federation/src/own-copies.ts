/** Keeps remotes from carrying what the shell shares: a second React or jotai store breaks the page without a word. */
import type { Rspack } from '@rsbuild/core';

const SHARED_PACKAGES =
  /[\\/]node_modules[\\/](react|react-dom|react-router|jotai|@tanstack[\\/](query-core|react-query))[\\/].*\.[mc]?js$/;
/** The kit's rarely used parts have addresses of their own, to be bundled where they are used: they keep nothing. */
const SHARED_SOURCE =
  /[\\/]shared[\\/]((client|contract|router|state)[\\/]src[\\/].*|ui[\\/]src[\\/](index|modal-stack))\.tsx?$/;

/** Files of shared modules that were built into a container; there should be none. */
export function ownCopies(container: Rspack.Stats): string[] {
  const files = [...container.compilation.fileDependencies];
  return files.filter((file) => SHARED_PACKAGES.test(file) || SHARED_SOURCE.test(file));
}
