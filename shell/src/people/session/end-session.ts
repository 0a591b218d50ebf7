import { statusOf, writes } from '@shared/client';
import { report } from '../../errors/report.ts';
import { removePushToken } from './push-token.ts';

/** 401: the session has ended already. 404, 405: the backend doesn't support the call. */
const EXPECTED_STATUSES: ReadonlySet<number> = new Set([401, 404, 405]);

/** Logs `bearer` out on the server without waiting for it. */
export function endSession(bearer: string): void {
  const removal = removePushToken(bearer);
  if (!removal) {
    sendLogout(bearer);
    return;
  }
  // Log out once the push token is removed, which needs the session, or when the page is closed.
  const finish = () => {
    if (!done.signal.aborted) sendLogout(bearer);
    done.abort();
  };
  const done = new AbortController();
  addEventListener('pagehide', finish, { signal: done.signal });
  void removal.then(finish);
}

function sendLogout(bearer: string): void {
  writes.logout(bearer).catch((error: unknown) => {
    if (!EXPECTED_STATUSES.has(statusOf(error))) report(error, 'logout');
  });
}
