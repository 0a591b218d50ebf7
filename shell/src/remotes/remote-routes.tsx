import { Route, Routes, useParams } from '@shared/router';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { RemoteFailed } from './remote-failed.tsx';
import { RemoteLoading } from './remote-loading.tsx';
import type { RemoteSource } from './remote-source.ts';

interface RemoteRoutesProps {
  source: RemoteSource;
  /** Shown where no remote has the path. */
  notFound: ReactNode;
}

/**
 * The screen of whichever remote owns the path, to be rendered by a route `/:brand/*`. Only that remote is loaded, and
 * what fails in it stays in its place.
 */
export function RemoteRoutes({ source, notFound }: RemoteRoutesProps) {
  const path = useParams()['*'] ?? '';
  const [segment = ''] = path.split('/');
  return (
    <Loaded
      key={segment}
      load={() => source.remoteAt(path)}
      loading={<RemoteLoading />}
      failure={(retry) => <RemoteFailed onRetry={retry} />}
      onFailure={(error) => source.report(error, `path ${segment}`)}
    >
      {(remote) => (
        <Routes>
          {remote?.routes.map(({ path }) => (
            <Route
              key={path}
              path={path}
              element={<Screen key={path} source={source} remote={remote.name} path={path} />}
            />
          ))}
          <Route path="*" element={notFound} />
        </Routes>
      )}
    </Loaded>
  );
}

function Screen({ source, remote, path }: { source: RemoteSource; remote: string; path: string }) {
  return (
    <Loaded
      load={() => source.screen(remote, path)}
      loading={<RemoteLoading />}
      failure={(retry) => <RemoteFailed onRetry={retry} />}
      onFailure={(error) => source.report(error, `${remote}: ${path}`)}
    >
      {(Part) => <Part />}
    </Loaded>
  );
}
