import { type ReactNode, useEffect, useState } from 'react';
import { Route, Routes, useLocation, useNavigationType } from '../index.ts';
import { LeaveBoundary, LoadBoundary } from './boundaries.tsx';
import { countTurn, resetAfterStep } from './redirect-loop.ts';
import { type OpenedScreen, type ScreenSource, segmentOf } from './screen-source.ts';

interface RemoteOutletProps {
  source: ScreenSource;
  /** Rendered while a screen is loading. */
  loading: ReactNode;
  /** Rendered in place of a screen that failed; see `LoadBoundary`. */
  failure: (retry: () => void, startedAt?: number) => ReactNode;
  /** Rendered if no remote has the path. */
  notFound: ReactNode;
}

/** Renders the screen at the path below the brand. Loads only the remote that owns it. */
export function RemoteOutlet({ source, loading, failure, notFound }: RemoteOutletProps) {
  // As in the URL, not decoded; `''` for the home.
  const path = useLocation().pathname.split('/').slice(2).join('/');
  const isStep = useNavigationType() === 'POP';
  useEffect(() => {
    if (isStep) resetAfterStep();
  }, [isStep]);
  const [opened, setOpened] = useState(() => openScreen(source, path));
  // Keep the screen if the path has the same route, with other parameters.
  if (path !== opened.path && !opened.screen?.isAt(path)) setOpened(openScreen(source, path, opened.where));
  return (
    <LeaveBoundary path={opened.path} onFailure={(error) => source.report(error, `leaving ${opened.left}`)}>
      <LoadBoundary
        key={opened.path}
        load={opened.load}
        loading={loading}
        failure={failure}
        onFailure={(error) => source.report(error, opened.where)}
        onCrash={(error, screen) =>
          source.failed(screen?.Component, error, screen ? `screen ${screen.path}` : opened.where)
        }
      >
        {(screen) =>
          screen ? (
            <Routes>
              <Route path={screen.path} element={<screen.Component />} />
            </Routes>
          ) : (
            notFound
          )
        }
      </LoadBoundary>
    </LeaveBoundary>
  );
}

/** The screen at a path, loaded or not. It stays the same while only the parameters change. */
interface Opened {
  path: string;
  /** Location for error reports. */
  where: string;
  /** Location of the screen before it. */
  left: string;
  screen?: OpenedScreen | undefined;
  load: () => Promise<OpenedScreen | undefined>;
}

function openScreen({ remoteAt }: ScreenSource, path: string, left = ''): Opened {
  const where = `path ${segmentOf(path)}`;
  const opened: Opened = {
    path,
    where,
    left,
    /** Finds the screen again after a failure, as another version may render the path. */
    async load() {
      const found = await remoteAt(path);
      opened.where = found ? `${found.name}: ${found.path}` : where;
      countTurn(opened.where);
      opened.screen = await found?.load();
      return opened.screen;
    },
  };
  return opened;
}
