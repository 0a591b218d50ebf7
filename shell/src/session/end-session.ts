import { statusOf, writes } from '@shared/client';
import { report } from '../errors/report.ts';
import { removePushToken } from './push-token.ts';

/** 401: the session is over already. 404, 405: the backend doesn't have the call. */
const EXPECTED_STATUSES: ReadonlySet<number> = new Set([401, 404, 405]);

/** Logs `bearer` out on the server without waiting for it. */
export function endSession(bearer: string): void {
  const removal = removePushToken(bearer);
  if (!removal) {
    sendLogout(bearer);
    return;
  }
  // The removal needs the session, so the session ends after it; but no later than the page does.
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
