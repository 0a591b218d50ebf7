import { RemoteScreens, type ScreenSource } from '@shared/router/screens';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { RemoteLoading } from './remote-loading.tsx';

interface RemoteRoutesProps {
  source: ScreenSource;
  /** Rendered if no remote has the path. */
  notFound: ReactNode;
}

/** Renders the remote's screen at the path, with the shell's loading and failure states. */
export const RemoteRoutes = (props: RemoteRoutesProps) => (
  <RemoteScreens
    {...props}
    loading={<RemoteLoading />}
    failure={(retry, startedAt) => <LoadFailure retry={retry} since={startedAt} />}
  />
);
