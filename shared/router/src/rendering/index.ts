/**
 * Finds and renders the screens of remotes, in the shell and in tests. Not part of the shared
 * module: a remote's own code never needs it.
 */

export {
  FailureBoundary,
  isLoadingRemotes,
  LeaveBoundary,
  LOAD_LIMIT_MS,
  LoadBoundary,
} from './boundaries.tsx';
export { noteTurn, resetTurns } from './redirect-loop.ts';
export { RemoteOutlet } from './remote-outlet.tsx';
export {
  bundledRemoteAt,
  componentOf,
  openRoute,
  type RemoteComponent,
  routeAt,
  type ScreenSource,
  segmentOf,
} from './screen-source.ts';
