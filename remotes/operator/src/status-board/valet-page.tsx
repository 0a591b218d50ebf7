import { PriorityLink, ValetLink } from './links.tsx';
import { StatusBoard } from './status-board.tsx';

/** The same board where valets charge the cars: it leads to their queue as well. */
export function Component() {
  return (
    <StatusBoard
      links={(siteId) => (
        <>
          <PriorityLink siteId={siteId} />
          <ValetLink siteId={siteId} />
        </>
      )}
    />
  );
}
