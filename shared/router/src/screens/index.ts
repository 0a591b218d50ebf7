/**
 * Finds and renders the screens of remotes, in the shell and in tests. Not part of the shared
 * module: a remote's own code never needs it.
 */

export { FailureBoundary } from './failure-boundary.tsx';
export { LeaveBoundary } from './leave-boundary.tsx';
export { isLoadingRemotes, LOAD_LIMIT_MS, LoadBoundary } from './load-boundary.tsx';
export { routeAt, segmentOf, usePathBelowBrand } from './path-below-brand.ts';
export { noteTurn, resetTurns } from './redirect-loop.ts';
export { RemoteScreens } from './remote-screens.tsx';
export {
  bundledScreens,
  componentOf,
  openRoute,
  type RemoteComponent,
  type ScreenSource,
} from './screen-source.ts';
