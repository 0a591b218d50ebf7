import { VIEWER_SEGMENT } from '@shared/contract';
import { Link, Navigate, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { Notice } from '../notice/notice.tsx';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { useIsRemoteSegment } from '../remotes/use-is-remote-segment.ts';
import { strings } from './strings.ts';

/** Redirects an unknown path to the home; says so for a board or a screen that isn't published. */
export function NotFound({ segment, source }: { segment: string; source: RemoteSource }) {
  const home = usePaths().home();
  const served = useIsRemoteSegment(source, segment);
  if (served === undefined) return null;
  if (segment === VIEWER_SEGMENT)
    return <Notice title={strings.viewerNotFound} text={strings.viewerNotFoundText} />;
  if (served && segment !== '') return <Navigate to={home} replace />;
  return (
    <Notice
      title={strings.unavailable}
      text={strings.unavailableText}
      action={
        segment === '' ? undefined : <ButtonLink render={<Link to={home} />}>{strings.home}</ButtonLink>
      }
    />
  );
}

/** Rendered for an address without a brand. */
export function PageNotFound() {
  const home = usePaths().home();
  return (
    <Notice
      title={strings.notFound}
      text={strings.notFoundText}
      action={<ButtonLink render={<Link to={home} />}>{strings.home}</ButtonLink>}
    />
  );
}
