import { report } from '../errors/report.ts';
import { LoadedScreen } from '../remotes/showing/loaded-screen.tsx';
import { loadSmallScreens } from './load-small-screens.ts';

type SmallScreens = Awaited<ReturnType<typeof loadSmallScreens>>;

/** Renders a small screen, for example the one for a missing screen. */
export const LoadedNotice = ({ name }: { name: keyof SmallScreens }) => (
  <LoadedScreen key={name} load={loadSmallScreens} where={name} report={report}>
    {({ [name]: Notice }) => <Notice />}
  </LoadedScreen>
);
