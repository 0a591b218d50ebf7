import type { Rspack } from '@rsbuild/core';
import { SHARED_MODULES } from '../shared-modules.ts';
import { parseDeclarations } from './parse-declarations.ts';
import { type Api, isOwn, type Uses } from './types.ts';

/**
 * Returns what a container uses of the shared modules after tree-shaking, whether in its own source
 * or in that of a package that it bundles.
 */
export function usedExports({ compilation }: Rspack.Stats, api: Api): Uses {
  const uses: Uses = {};
  for (const module of compilation.modules) {
    const name = SHARED_MODULES.find((shared) => module.identifier().includes(`.shared('${shared}')`));
    if (!name) continue;
    const used = new Set(uses[name]);
    for (const connection of compilation.moduleGraph.getIncomingConnections(module)) {
      const { type, ids } = connection.dependency;
      if (!type.startsWith('esm') || !ids || connection.getActiveState(undefined) === false) continue;
      for (const path of ids.length > 0 ? [pathOf(name, ids)] : exportsOf(api[name]))
        if (path) used.add(path);
    }
    uses[name] = [...used].sort();
  }
  return Object.fromEntries(Object.entries(uses).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `['queries', 'coupons', 'queryKey']` → `queries.coupons`; of a library, only the export. */
function pathOf(module: string, ids: string[]): string | undefined {
  if (isOwn(module)) return ids.slice(0, 2).join('.');
  return ids[0] === 'default' ? ids[1] : ids[0];
}

/** Returns all exports of a module that is used as a whole. */
function exportsOf(report = ''): string[] {
  const { declarations, reExports } = parseDeclarations(report);
  const values = [...declarations].filter(([, { text }]) => /^export declare /m.test(text));
  return [...values.map(([name]) => name), ...reExports.keys()];
}
