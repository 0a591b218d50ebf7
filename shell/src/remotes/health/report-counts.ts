/**
 * Reports how often versions of remotes were opened and failed, and the page's web vitals. A report
 * contains names of remotes, their versions and numbers only.
 */
import { COUNTED } from '@shared/registry/counted';
import type { RemoteReport } from '@shared/registry/remote-report';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { probeOrigin } from '../../connection/connectivity/probe-origin.ts';
import { type CountedScreen, type Outcome, sendCounts } from './count.ts';
import { createTally } from './tally.ts';

/** Report interval of a page that stays open, in ms. */
const REPORT_MS = 300_000;
const PROBE_TIMEOUT = 10_000;

/** Reports to `url` when the page is hidden and every five minutes, if the server has the call. */
export function reportCounts(url: string): void {
  const tally = createTally();
  const counted = new Set<string>();
  /** The first opened screen. The page's vitals are counted for its version. */
  let landing: CountedScreen | undefined;

  /** Each screen counts once per page, so that a loop of failures counts as one. */
  async function add(outcome: Outcome, screen: CountedScreen) {
    if (outcome === 'opened') landing ??= screen;
    const key = JSON.stringify([outcome, screen]);
    if (counted.has(key)) return;
    counted.add(key);
    // Offline no version loads, so don't count that as a failure of this one.
    if (outcome === 'loadFailed' && !(await probeOrigin(AbortSignal.timeout(PROBE_TIMEOUT)))) return;
    tally.add(screen, outcome);
    if (outcome === 'loadFailed') tally.add(screen, 'opened');
  }

  function addVital({ name, rating }: Metric) {
    const kind = COUNTED.find((known) => known === `${name} ${rating}`);
    if (landing && kind) tally.add(landing, kind);
  }

  const ended = new AbortController();
  async function send() {
    const report = tally.take();
    if (!report || ended.signal.aborted) return;
    const status = await post(url, report);
    if (status === 404 || status === 405) ended.abort();
  }
  sendCounts((outcome, screen) => void add(outcome, screen));
  for (const observe of [onLCP, onINP, onCLS]) observe(addVital);
  // After the vitals' own listeners, which report their final values at the same event.
  addEventListener('visibilitychange', () => document.hidden && void send(), ended);
  addEventListener('pagehide', () => void send(), ended);
  const timer = setInterval(send, REPORT_MS);
  ended.signal.addEventListener('abort', () => {
    clearInterval(timer);
    sendCounts(() => {});
  });
}

/** Returns the status, or undefined without a response. A lost report isn't repeated. */
async function post(url: string, report: RemoteReport): Promise<number | undefined> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      // As `text/plain`: JSON to another origin needs a preflight, and a closed page can't wait for
      // one.
      body: JSON.stringify(report),
      // The browser sends it even if the page is closed.
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return status;
  } catch {
    return undefined;
  }
}
