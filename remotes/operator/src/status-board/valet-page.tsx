import { PriorityLink, ValetLink } from './links.tsx';
import { StatusBoard } from './status-board.tsx';

/** Status board of a valet site: the fleet's board with a link to the valet queue. */
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
