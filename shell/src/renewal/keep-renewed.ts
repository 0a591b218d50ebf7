/** Reloads an unattended screen at a quiet moment when a new version was published. */
import type { File } from '@shared/federation/preload';
import { tab } from '@shared/state';
import { newerPage } from './newer-page.ts';
import { watchQuiet } from './watch-quiet.ts';

/**
 * Interval of the checks, in ms; up to a fifth more, so that a thousand boards don't check at once.
 */
const CHECK_MS = 600_000;
const SPREAD = 0.2;
/** Interval while a new version waits for a quiet moment, in ms. */
const SOON_MS = 60_000;
/** How long not to reload again for a version that a reload didn't bring, in ms. */
const PATIENCE_MS = 6 * 3_600_000;

const TRIED = 'renewedFor';
const TRIED_AT = 'renewedAt';

/**
 * Checks for new versions until `signal` aborts.
 * @param newerPart resolves to the entry file of the remote's published version, if another one
 * runs
 */
export function keepRenewed(newerPart: () => Promise<File | undefined>, signal: AbortSignal): void {
  const isQuiet = watchQuiet(signal);
  let timer: ReturnType<typeof setTimeout>;
  const again = (ms: number) => {
    if (!signal.aborted) timer = setTimeout(check, ms * (1 + Math.random() * SPREAD));
  };
  async function check() {
    const version = await obtainable((await news(newerPage)) ?? (await news(newerPart)));
    if (!version || wasTried(version)) return again(CHECK_MS);
    if (!isQuiet() || signal.aborted) return again(SOON_MS);
    tab.write(TRIED, version);
    tab.write(TRIED_AT, String(Date.now()));
    location.reload();
  }
  signal.addEventListener('abort', () => clearTimeout(timer));
  again(CHECK_MS);
}

const wasTried = (version: string) =>
  tab.read(TRIED) === version && Date.now() - Number(tab.read(TRIED_AT)) < PATIENCE_MS;

/** A failed check counts as no change: the board's own data shows a lost connection. */
const news = (ask: () => Promise<File | undefined>) => ask().catch(() => undefined);

/**
 * Returns the file's address if it can be fetched with the right hash: don't reload into a broken
 * page.
 */
async function obtainable(file: File | undefined): Promise<string | undefined> {
  if (!file) return undefined;
  const answer = await fetch(file.url, { integrity: file.integrity }).catch(() => undefined);
  return answer?.ok ? file.url : undefined;
}
