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
    return (
      <Notice title={strings.viewerNotFound} text={strings.viewerNotFoundText} action={<SwitchBrandLink />} />
    );
  if (served && segment !== '') return <Navigate to={home} replace />;
  return (
    <Notice
      title={strings.unavailable}
      text={strings.unavailableText}
      action={segment === '' ? <SwitchBrandLink /> : <WaysOut />}
    />
  );
}

/** Rendered for an address without a brand. */
export const PageNotFound = () => (
  <Notice title={strings.notFound} text={strings.notFoundText} action={<WaysOut />} />
);

const WaysOut = () => (
  <>
    <ButtonLink render={<Link to={usePaths().home()} />}>{strings.home}</ButtonLink>
    <SwitchBrandLink />
  </>
);

/** The address may be another brand's, which the stored brand overrides. */
const SwitchBrandLink = () => (
  <ButtonLink variant="quiet" render={<Link to={usePaths().switchBrand()} />}>
    {strings.switchBrand}
  </ButtonLink>
);
