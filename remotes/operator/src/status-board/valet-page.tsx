import { StatusBoard } from './status-board.tsx';

/** Status board of a valet site. */
export function Component() {
  return <StatusBoard valet />;
}
