/**
 * `react/jsx-dev-runtime` of a remote under development inside a deployed shell. That shell's React
 * is the production build, which can't replace a component in place, so each component of the
 * remote is wrapped in a component that never changes and calls the current version.
 */
import {
  createElement,
  type ElementType,
  type FunctionComponent,
  type Key,
  useSyncExternalStore,
} from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { type Family, getFamilyByType, injectIntoGlobalHook } from 'react-refresh/runtime';

export { Fragment };

const listeners = new Set<() => void>();
let updates = 0;
/** Number of times that a component family lost its state because its hooks changed. */
const resets = new Map<Family, number>();
const stableComponents = new Map<Family, FunctionComponent<object>>();

followUpdates();

/** Registers a renderer with the refresh runtime, on an object of its own instead of the window. */
function followUpdates(): void {
  const page: Parameters<typeof injectIntoGlobalHook>[0] = {};
  injectIntoGlobalHook(page);
  const id = page.__REACT_DEVTOOLS_GLOBAL_HOOK__?.inject({
    setRefreshHandler() {},
    scheduleRefresh(_root, { staleFamilies }) {
      for (const family of staleFamilies) resets.set(family, (resets.get(family) ?? 0) + 1);
      updates += 1;
      for (const listener of listeners) listener();
    },
  });
  if (id !== undefined)
    page.__REACT_DEVTOOLS_GLOBAL_HOOK__?.onCommitFiberRoot(id, { current: { alternate: null } });
}

/** Returns a component that renders the current version of a function component of the remote. */
export function refreshing<Type>(type: Type): Type | FunctionComponent<object> {
  const family = getFamilyByType(type);
  if (!family || !functionOf(family)) return type;
  const stable = stableComponents.get(family) ?? stableComponent(family);
  stableComponents.set(family, stable);
  return stable;
}

function functionOf({ current }: Family): FunctionComponent<object> | undefined {
  const render = typeof current === 'object' ? current.type : current;
  return typeof render === 'function' && !render.prototype?.isReactComponent ? render : undefined;
}

function stableComponent(family: Family): FunctionComponent<object> {
  /** Its hooks are those of the current version, so that it keeps its state. */
  const Current = (props: object) => functionOf(family)?.(props);
  return function Refreshing(props) {
    useSyncExternalStore(subscribe, () => updates);
    return createElement(Current, { ...props, key: resets.get(family) ?? 0 });
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by compiled JSX. */
export function jsxDEV(type: ElementType, props: object, key: Key | undefined, isStatic: boolean) {
  return (isStatic ? jsxs : jsx)(refreshing(type), props, key);
}
