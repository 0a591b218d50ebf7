import { report } from '../errors/report.ts';
import { Loaded } from '../remotes/loaded.tsx';
import { RemoteFailed } from '../remotes/remote-failed.tsx';
import { RemoteLoading } from '../remotes/remote-loading.tsx';

/** The login screen, whose code and form libraries are loaded when it is first shown. */
export function LoginRoute() {
  return (
    <Loaded
      load={() => import('../session/login/login-screen.tsx')}
      loading={<RemoteLoading />}
      failure={(retry) => <RemoteFailed onRetry={retry} />}
      onFailure={(error) => report(error, 'login')}
    >
      {({ LoginScreen }) => <LoginScreen />}
    </Loaded>
  );
}
