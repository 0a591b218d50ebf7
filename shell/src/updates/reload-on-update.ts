import type { RegistryFile } from '@shared/registry';
import { tab } from '@shared/state';

/** In ms. The jitter keeps a thousand boards from checking at once. */
const CHECK_MS = 600_000;
const JITTER = 0.2;
/** Interval while a new version waits for a quiet moment, in ms. */
const PENDING_CHECK_MS = 60_000;
/** Time before another reload for a version that a reload didn't bring, in ms. */
const RELOAD_COOLDOWN_MS = 6 * 3_600_000;

/** A screen without input for this long, in ms, is idle. */
const IDLE_AFTER_MS = 60_000;
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

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

/**
 * Returns the script of the page that this URL serves now, if it isn't the one that is loaded.
 * @throws if the page can't be fetched
 */
async function findNewerPage(): Promise<RegistryFile | undefined> {
  const response = await fetch(location.pathname, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`the page: status ${response.status}`);
  const [tag = ''] = /<script\b[^>]*\sintegrity=[^>]*>/.exec(await response.text()) ?? [];
  const [url, integrity] = [attribute(tag, 'src'), attribute(tag, 'integrity')];
  // A page without such a script comes from a captive portal or a server in maintenance.
  if (!url || !integrity) throw new Error('not a page of this app');
  const running = Array.from(document.scripts, (script) => script.getAttribute('src'));
  return running.includes(url) ? undefined : { url, integrity };
}

/** Parsed by a regular expression, because the page's Trusted Types policy forbids parsing HTML. */
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Tracks input until `signal` aborts. Returns a function that returns whether a reload would go
 * unnoticed: online, no input for a minute, no dialog open, and no text in a field.
 */
function trackIdle(signal: AbortSignal): () => boolean {
  let lastInputAt = Date.now();
  const onInput = () => {
    lastInputAt = Date.now();
  };
  for (const type of INPUT_EVENTS) addEventListener(type, onInput, { signal, passive: true, capture: true });
  return () =>
    navigator.onLine &&
    Date.now() - lastInputAt >= IDLE_AFTER_MS &&
    !document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') &&
    Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea')).every(isEmpty);
}

const isEmpty = ({ value, type }: HTMLInputElement) =>
  !value || ['checkbox', 'radio', 'hidden'].includes(type);
