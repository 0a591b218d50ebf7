/** Rspack picks the federation runtime's CommonJS build, which can't be tree-shaken. */
import { createRequire } from 'node:module';
import { isAbsolute, relative } from 'node:path';
import type { Rspack, rspack as rspackExports } from '@rsbuild/core';

const require = createRequire(import.meta.url);
const enhanced = require.resolve('@module-federation/enhanced');
const tools = createRequire(enhanced).resolve('@module-federation/runtime-tools');
const runtime = createRequire(tools)
  .resolve('@module-federation/runtime')
  .replace(/\.cjs$/, '.js');

const RUNTIME_PACKAGES =
  /@module-federation[\\/](runtime|runtime-core|webpack-bundler-runtime|runtime-tools|sdk|error-codes|enhanced)[\\/]/;

/** For Rsbuild's `tools.rspack`. */
export function runtimeAsModules(config: Rspack.Configuration, rspack: typeof rspackExports): void {
  config.plugins ??= [];
  config.plugins.push(
    new rspack.NormalModuleReplacementPlugin(
      /@module-federation[\\/].*[\\/]dist[\\/].*\.cjs$/,
      (resource) => {
        resource.request = resource.request.replace(/\.cjs$/, '.js');
      },
    ),
    new rspack.NormalModuleReplacementPlugin(/^@module-federation\/runtime$/, (resource) => {
      resource.request = runtime;
    }),
    // Its address is hashed to a module's id, so with absolute paths in it the same source would
    // have other bytes in another folder.
    new rspack.NormalModuleReplacementPlugin(/data:text\/javascript,/, (resource) => {
      resource.request = withRelativeImports(resource.request, config.context ?? process.cwd());
    }),
  );
  config.module ??= {};
  config.module.rules ??= [];
  config.module.rules.push({ test: RUNTIME_PACKAGES, sideEffects: false });
}

/** Replaces the absolute paths that a `data:` module imports by paths from the folder `context`. */
export const withRelativeImports = (request: string, context: string): string =>
  request.replace(/from%20%22(.*?)%22/g, (imported, encoded) => {
    const path = decodeURIComponent(encoded);
    if (!isAbsolute(path)) return imported;
    const fromContext = relative(context, path).replaceAll('\\', '/');
    return `from%20%22${encodeURIComponent(`./${fromContext}`)}%22`;
  });
