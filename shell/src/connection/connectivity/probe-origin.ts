/**
 * A small file of the web app. The service worker handles only GET, so a HEAD request always goes
 * to the network. A file server that lacks the file, or the method, still responds.
 */
const PROBE_URL = '/sw.js';

/**
 * Resolves to true if the page's own origin sends any HTTP response, whatever its status.
 * Redirects aren't followed: one to another origin, such as a login proxy's, would fail by CORS.
 */
export async function probeOrigin(signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(PROBE_URL, {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal,
    });
    return true;
  } catch {
    return false;
  }
}
