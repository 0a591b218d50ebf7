/** A second copy of React or of jotai's store would break the page silently. */
import type { Rspack } from '@rsbuild/core';

const SHARED_PACKAGES =
  /[\\/]node_modules[\\/](react|react-dom|react-router|jotai|@tanstack[\\/](query-core|react-query))[\\/].*\.[mc]?js$/;
/** Files of `@shared/{ui,client,contract}` that hold no state may be bundled. */
const SHARED_SOURCE =
  /[\\/]@?shared[\\/]((client|contract|router|state)[\\/]src[\\/](?!fetch-verified\.|start-errors\.|(use-)?attempt|use-single-flight\.|user-id\.|opened-link\.|pending-orders\.|stop-reason\.|support-phone\.|connector-use\.|plug-wait\.|parse-url\.|url-layout\.|view-names\.).*|ui[\\/]src[\\/](index|modal-stack))\.tsx?$/;

/** Returns the files of shared modules that were bundled into a container; it should have none. */
export function bundledSharedFiles(container: Rspack.Stats): string[] {
  const files = [...container.compilation.fileDependencies];
  return files.filter((file) => SHARED_PACKAGES.test(file) || SHARED_SOURCE.test(file));
}
