import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { strings } from './strings.ts';

/** Link to the recharge priority board. */
export function PriorityLink({ siteId }: { siteId: string }) {
  return <ButtonLink render={<Link to={usePaths().fleetPriority(siteId)} />}>{strings.priority}</ButtonLink>;
}

/** Link to the valet queue. */
export function ValetLink({ siteId }: { siteId: string }) {
  return <ButtonLink render={<Link to={usePaths().valet(siteId)} />}>{strings.valet}</ButtonLink>;
}
