import { Navigate, Route, Routes, usePaths } from '@shared/router';
import { report } from '../errors/report.ts';
import { LEGAL_SCREENS } from '../legal/screens.ts';
import { LoadBoundary } from '../remotes/load-boundary.tsx';
import { RemoteFailed } from '../remotes/remote-failed.tsx';
import { RemoteLoading } from '../remotes/remote-loading.tsx';
import { SESSION_SCREENS, type ShellScreen } from '../session/screens.ts';

/** The shell's own screens. The code of each is loaded when it is first shown. */
const SCREENS: readonly ShellScreen[] = [...SESSION_SCREENS, ...LEGAL_SCREENS];

/** Renders the shell's own screens; redirects an unknown path below one to the home. */
export function ShellScreens({ hasHeader }: { hasHeader: boolean }) {
  const home = usePaths().home();
  return (
    <Routes>
      {SCREENS.map(({ path, load }) => (
        <Route
          key={path}
          path={path}
          element={
            <LoadBoundary
              key={path}
              load={load}
              loading={<RemoteLoading />}
              failure={(retry) => <RemoteFailed onRetry={retry} />}
              onFailure={(error) => report(error, path)}
            >
              {(Screen) => <Screen hasHeader={hasHeader} />}
            </LoadBoundary>
          }
        />
      ))}
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  );
}
