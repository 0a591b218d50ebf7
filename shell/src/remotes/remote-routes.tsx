import { Route, Routes, useParams } from '@shared/router';
import type { ReactNode } from 'react';
import { LoadBoundary } from './load-boundary.tsx';
import { RemoteFailed } from './remote-failed.tsx';
import { RemoteLoading } from './remote-loading.tsx';
import type { RemoteSource } from './remote-source.ts';

interface RemoteRoutesProps {
  source: RemoteSource;
  /** Rendered if no remote has the path. */
  notFound: ReactNode;
}

/**
 * Renders the screen of the remote that owns the path, inside a route `/:brand/*`. Loads only that
 * remote and contains its failures.
 */
export function RemoteRoutes({ source, notFound }: RemoteRoutesProps) {
  const path = useParams()['*'] ?? '';
  const [segment = ''] = path.split('/');
  return (
    <LoadBoundary
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
    </LoadBoundary>
  );
}

function Screen({ source, remote, path }: { source: RemoteSource; remote: string; path: string }) {
  return (
    <LoadBoundary
      load={() => source.screen(remote, path)}
      loading={<RemoteLoading />}
      failure={(retry) => <RemoteFailed onRetry={retry} />}
      onFailure={(error) => source.report(error, `${remote}: ${path}`)}
    >
      {(Part) => <Part />}
    </LoadBoundary>
  );
}
