import { Route, Routes, useParams } from '@shared/router';
import type { ReactNode } from 'react';
import { LoadedScreen } from './loaded-screen.tsx';
import type { RemoteSource } from './remote-source.ts';

interface RemoteRoutesProps {
  source: RemoteSource;
  /** Rendered if no remote has the path. */
  notFound: ReactNode;
}

/** Renders the screen of the remote that owns the path. Loads only that remote. */
export function RemoteRoutes({ source: { remoteAt, report, failed }, notFound }: RemoteRoutesProps) {
  const path = useParams()['*'] ?? '';
  const [segment = ''] = path.split('/');
  return (
    <LoadedScreen key={segment} load={() => remoteAt(path)} where={`path ${segment}`} report={report}>
      {(remote) => (
        <Routes>
          {remote?.routes.map(({ path, load }) => (
            <Route
              key={path}
              path={path}
              element={
                <LoadedScreen
                  key={path}
                  load={load}
                  where={`${remote.name}: ${path}`}
                  report={report}
                  failed={(Screen, error) => failed(Screen, error, `screen ${path}`)}
                >
                  {(Screen) => <Screen />}
                </LoadedScreen>
              }
            />
          ))}
          <Route path="*" element={notFound} />
        </Routes>
      )}
    </LoadedScreen>
  );
}
