/**
 * The shell's server bundle. It provides the shared modules to the remotes' server bundles, as the
 * page does to their containers, and renders first views with them. It can't import Node modules.
 */
import * as client from '@shared/client';
import type { FirstView, PrerenderModule } from '@shared/contract';
import * as contract from '@shared/contract';
import * as router from '@shared/router';
import { routeAt } from '@shared/router/rendering';
import * as state from '@shared/state';
import * as ui from '@shared/ui';
import * as jotai from 'jotai';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { type RenderedView, renderView, type ViewRequest } from './render-view.tsx';

const SHARED: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  jotai,
  '@shared/client': client,
  '@shared/contract': contract,
  '@shared/router': router,
  '@shared/state': state,
  '@shared/ui': ui,
};

interface PrerenderedRoute extends PrerenderModule {
  /** In the router's syntax. */
  path: string;
}
const bundles = new Map<string, readonly PrerenderedRoute[]>();

type Module = { exports: { default?: readonly PrerenderedRoute[] } };

/**
 * @param evaluate runs a bundle's code
 * @throws if the code throws, imports what the page doesn't share, or exports no routes
 */
export function addBundle(
  id: string,
  evaluate: (module: Module, exports: Module['exports'], require: (name: string) => unknown) => void,
): void {
  const module: Module = { exports: {} };
  const require = (name: string) => {
    if (name in SHARED) return SHARED[name];
    throw new Error(`${name} is not a shared module`);
  };
  evaluate(module, module.exports, require);
  if (!module.exports.default) throw new Error('the bundle exports no routes');
  bundles.set(id, module.exports.default);
}

/** Returns the view at a path below the brand and the data it needs; undefined if there is none. */
export function planView(id: string, { path, search, place }: { path: string } & Omit<FirstView, 'params'>) {
  const matched = routeAt(bundles.get(id) ?? [], path);
  if (!matched) return undefined;
  const view: FirstView = {
    params: matched.params,
    search: matched.route.search ? onlyNamed(search, matched.route.search) : search,
    place,
  };
  const reads = matched.route.reads(view);
  return reads && { view, reads };
}

/** Returns a query with only these parameters, in this order. */
function onlyNamed(search: string, names: readonly string[]): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** @throws if no route matches or a component throws */
export function render(id: string, request: ViewRequest): RenderedView {
  const matched = routeAt(bundles.get(id) ?? [], request.path);
  if (!matched) throw new Error('the bundle has no such route');
  return renderView(request, matched.route.path, matched.route.Component);
}
