import type { RegistryFile } from '@shared/contract';
import { tab } from '@shared/state';
import { findNewerPage } from './find-newer-page.ts';
import { trackIdle } from './track-idle.ts';

/** In ms. The jitter keeps a thousand boards from checking at once. */
const CHECK_MS = 600_000;
const JITTER = 0.2;
/** Interval while a new version waits for a quiet moment, in ms. */
const PENDING_CHECK_MS = 60_000;
/** Time before another reload for a version that a reload didn't bring, in ms. */
const RELOAD_COOLDOWN_MS = 6 * 3_600_000;

const TRIED = 'renewedFor';
const TRIED_AT = 'renewedAt';

/**
 * Reloads at a quiet moment when a new version was published, until `signal` aborts.
 * @param findNewerRemote resolves to the entry of the remote's published version, if the page runs
 * another version
 */
export function reloadOnUpdate(
  findNewerRemote: () => Promise<RegistryFile | undefined>,
  signal: AbortSignal,
): void {
  const isIdle = trackIdle(signal);
  let timer: ReturnType<typeof setTimeout>;
  const scheduleCheck = (ms: number) => {
    if (!signal.aborted) timer = setTimeout(check, ms * (1 + Math.random() * JITTER));
  };
  async function check() {
    const version = await verifiedUrl(
      (await findUpdate(findNewerPage)) ?? (await findUpdate(findNewerRemote)),
    );
    if (!version || wasTried(version)) return scheduleCheck(CHECK_MS);
    if (!isIdle() || signal.aborted) return scheduleCheck(PENDING_CHECK_MS);
    tab.write(TRIED, version);
    tab.write(TRIED_AT, String(Date.now()));
    location.reload();
  }
  signal.addEventListener('abort', () => clearTimeout(timer));
  scheduleCheck(CHECK_MS);
}

const wasTried = (version: string) =>
  tab.read(TRIED) === version && Date.now() - Number(tab.read(TRIED_AT)) < RELOAD_COOLDOWN_MS;

/** A failed check counts as no change: the board's own data shows a lost connection. */
const findUpdate = (check: () => Promise<RegistryFile | undefined>) => check().catch(() => undefined);

/** Returns the file's URL if the file matches its hash: don't reload into a broken page. */
async function verifiedUrl(file: RegistryFile | undefined): Promise<string | undefined> {
  if (!file) return undefined;
  const response = await fetch(file.url, { integrity: file.integrity }).catch(() => undefined);
  return response?.ok ? file.url : undefined;
}
