/**
 * Reports how often versions of remotes were opened and failed, which loads failed, and the page's web
 * vitals. A report contains names of remotes, their versions, numbers, and the phase and time of failed
 * loads only.
 */
import {
  COUNTED,
  COUNTED_NAME,
  COUNTED_VERSION,
  type Counted,
  MAX_COUNT,
  MAX_LOADS,
  MAX_VERSIONS,
  type Outcome,
} from '@shared/registry/counted';
import type { LoadReport, RemoteReport } from '@shared/registry/remote-report';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { probeOrigin } from '../../connection/connectivity/probe-origin.ts';
import { type CountedScreen, sendCounts } from './count.ts';
import { describeLoad } from './describe-load.ts';
import { watchFailedLoads } from './failed-loads.ts';

/** Report interval of a page that stays open, in ms. */
const REPORT_MS = 300_000;
const PROBE_TIMEOUT = 10_000;

/**
 * Reports to `url` when the page is hidden and every five minutes, if the server has the call.
 * @param isDetailed whether the server reads counts within the target of a candidate as well
 */
export function reportCounts(url: string, isDetailed: boolean): void {
  const tally = createTally();
  const counted = new Set<string>();
  /** Failed loads that aren't reported yet. */
  const loads: LoadReport[] = [];
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
    for (const kind of outcome === 'loadFailed' ? ([outcome, 'opened'] as const) : [outcome]) {
      tally.add(screen, kind);
      if (screen.isAimedAt && isDetailed) tally.add(screen, `aimed ${kind}`);
    }
  }

  function addVital({ name, rating }: Metric) {
    const kind = COUNTED.find((known) => known === `${name} ${rating}`);
    if (landing && kind) tally.add(landing, kind);
  }

  const ended = new AbortController();
  async function send() {
    const versions = tally.take();
    const taken = loads.splice(0, MAX_LOADS).filter(isCounted);
    if (versions.length + taken.length === 0 || ended.signal.aborted) return;
    const report = { versions, ...(taken.length > 0 && { loads: taken }) };
    const status = await post(url, report);
    if (status === 404 || status === 405) ended.abort();
  }
  sendCounts((outcome, screen) => void add(outcome, screen));
  if (isDetailed)
    watchFailedLoads(async (load) => {
      // Offline nothing loads.
      if (await probeOrigin(AbortSignal.timeout(PROBE_TIMEOUT))) loads.push(await describeLoad(load));
    });
  for (const observe of [onLCP, onINP, onCLS]) observe(addVital);
  // After the vitals' own listeners, which report their final values at the same event.
  addEventListener('visibilitychange', () => document.hidden && void send(), ended);
  addEventListener('pagehide', () => void send(), ended);
  const timer = setInterval(send, REPORT_MS);
  ended.signal.addEventListener('abort', () => {
    clearInterval(timer);
    sendCounts(() => {});
    watchFailedLoads(() => {});
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

type Version = Pick<RemoteReport['versions'][number], 'remote' | 'version'>;

/** The server refuses a report with any other name or version, and with it all other counts. */
const isCounted = ({ remote, version }: Partial<Version>) =>
  (remote === undefined || COUNTED_NAME.test(remote)) &&
  (version === undefined || COUNTED_VERSION.test(version));

/** Adds up counts by version, within the limits of one report. */
function createTally() {
  let versions: RemoteReport['versions'] = [];
  return {
    add({ remote, version }: Version, kind: Counted): void {
      if (!isCounted({ remote, version })) return;
      let entry = versions.find((known) => known.remote === remote && known.version === version);
      if (!entry) {
        if (versions.length === MAX_VERSIONS) return;
        entry = { remote, version, counts: {} };
        versions.push(entry);
      }
      entry.counts[kind] = Math.min(MAX_COUNT, (entry.counts[kind] ?? 0) + 1);
    },
    /** Returns the counts since the last call. */
    take(): RemoteReport['versions'] {
      const taken = versions;
      versions = [];
      return taken;
    },
  };
}
