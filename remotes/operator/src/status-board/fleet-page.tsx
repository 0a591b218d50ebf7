import { StatusBoard } from './status-board.tsx';

/** Status board of a fleet's site. */
export function Component() {
  return <StatusBoard />;
}
