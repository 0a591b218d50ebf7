import { VIEWER_SEGMENT } from '@shared/contract';
import { Navigate, usePaths } from '@shared/router';
import { report } from '../errors/report.ts';
import { LoadedScreen } from '../remotes/loaded-screen.tsx';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { useIsRemoteSegment } from '../remotes/use-is-remote-segment.ts';
import { loadSmallScreens } from './load-small-screens.ts';

type SmallScreens = Awaited<ReturnType<typeof loadSmallScreens>>;

/** Shows a screen that says what is missing. */
export const LoadedNotice = ({ name }: { name: keyof SmallScreens }) => (
  <LoadedScreen key={name} load={loadSmallScreens} where={name} report={report}>
    {({ [name]: Notice }) => <Notice />}
  </LoadedScreen>
);

/** Redirects an unknown path to the home; says so for a board or a screen that isn't published. */
export function NotFound({ segment, source }: { segment: string; source: RemoteSource }) {
  const home = usePaths().home();
  const served = useIsRemoteSegment(source, segment);
  if (served === undefined) return null;
  if (segment === VIEWER_SEGMENT) return <LoadedNotice name="UnknownBoard" />;
  if (segment === '') return <LoadedNotice name="MissingHome" />;
  return served ? <Navigate to={home} replace /> : <LoadedNotice name="MissingScreen" />;
}
