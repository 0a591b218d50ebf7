import { type ReactNode, useState } from 'react';
import { Route, Routes } from '../index.ts';
import { LoadBoundary } from './load-boundary.tsx';
import { segmentOf, usePathBelowBrand } from './path-below-brand.ts';
import type { OpenedScreen, ScreenSource } from './screen-source.ts';

interface RemoteScreensProps {
  source: ScreenSource;
  /** Rendered while a screen is loading. */
  loading: ReactNode;
  /** Rendered in place of a screen that failed. */
  failure: (retry: () => void) => ReactNode;
  /** Rendered if no remote has the path. */
  notFound: ReactNode;
}

/** Renders the screen at the path below the brand. Loads only the remote that owns it. */
export function RemoteScreens({ source, loading, failure, notFound }: RemoteScreensProps) {
  const path = usePathBelowBrand();
  const [opened, setOpened] = useState(() => openScreen(source, path));
  // A path of the same route changes only the parameters: the screen stays.
  if (path !== opened.path && !opened.isAt(path)) setOpened(openScreen(source, path));
  return (
    <LoadBoundary
      key={opened.path}
      load={opened.load}
      loading={loading}
      failure={failure}
      onFailure={(error) => source.report(error, opened.where())}
      onCrash={(error, screen) => {
        if (screen) return source.failed(screen.Component, error, `screen ${screen.path}`);
        source.report(error, opened.where());
        return false;
      }}
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
  );
}

/** What the screens were opened at: stays the same while only the parameters change. */
function openScreen({ remoteAt }: ScreenSource, path: string) {
  const unknown = `path ${segmentOf(path)}`;
  let where = unknown;
  let screen: OpenedScreen | undefined;
  return {
    path,
    isAt: (other: string) => screen?.isAt(other) === true,
    /** For reports. */
    where: () => where,
    /** After a failure it may be another version's screen, so it is found again. */
    async load() {
      where = unknown;
      const found = await remoteAt(path);
      if (found) where = `${found.name}: ${found.path}`;
      screen = await found?.load();
      return screen;
    },
  };
}
