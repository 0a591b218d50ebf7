/** A screen on a wall takes up what was published since: it reloads, at a quiet moment. */
import type { File } from '@shared/federation/preload';
import { tab } from '@shared/state';
import { newerPage } from './newer-page.ts';
import { watchQuiet } from './watch-quiet.ts';

/** How often it is asked for, in ms; up to a fifth more, so that a thousand boards don't ask at the same moment. */
const CHECK_MS = 600_000;
const SPREAD = 0.2;
/** How soon again, in ms, while something newer waits for a quiet moment. */
const SOON_MS = 60_000;
/** A version for which the page was reloaded, and which didn't come, isn't tried again for so long, in ms. */
const PATIENCE_MS = 6 * 3_600_000;

const TRIED = 'renewedFor';
const TRIED_AT = 'renewedAt';

/**
 * @param newerPart the first file of the screen's remote as it is published by now, if another one runs
 * @param signal ends it
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

/** Who can't be asked has no news: a board lives with that, and its own data tells people that it is cut off. */
const news = (ask: () => Promise<File | undefined>) => ask().catch(() => undefined);

/** The file's address, if it comes as it was vouched for: a page is never left for one that doesn't open. */
async function obtainable(file: File | undefined): Promise<string | undefined> {
  if (!file) return undefined;
  const answer = await fetch(file.url, { integrity: file.integrity }).catch(() => undefined);
  return answer?.ok ? file.url : undefined;
}
