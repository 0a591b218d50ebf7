/** Screens that open one another without the user, as a remote and the shell's login may do. */

/** More turns than any chain of redirects needs. */
const MAX_TURNS = 10;
/** Pause after which a screen doesn't belong to a loop, in ms: boards may take turns. */
const PAUSE_MS = 5_000;

let turns: string[] = [];
let lastAt = Number.NEGATIVE_INFINITY;
/** When a screen last stepped through the history. */
let steppedAt = Number.NEGATIVE_INFINITY;
/** Maximum time from a step by a screen to its event, in ms. */
const STEP_MS = 1_000;

/** Records that a screen, not the user, steps through the history. */
export const noteStep = (): void => {
  steppedAt = performance.now();
};

/** Ends a chain of turns: the user has navigated. */
export const resetTurns = (): void => {
  turns = [];
};

/** Ends a chain of turns at a step through the history, unless a screen made it. */
export function resetAfterStep(): void {
  if (performance.now() - steppedAt > STEP_MS) resetTurns();
}

/** Counts a screen that opens after another one; React may start the same one several times. */
export function noteTurn(screen: string): void {
  // Adding a listener again has no effect. The browser's own back button sends only `popstate`.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, resetTurns, true);
  addEventListener('popstate', resetAfterStep, true);
  const now = performance.now();
  if (now - lastAt > PAUSE_MS) resetTurns();
  lastAt = now;
  if (turns.at(-1) !== screen) turns.push(screen);
}

/**
 * Counts a screen that opens after another one.
 * @throws after too many turns, naming the screens, until there is input, a step in the history or a
 * pause
 */
export function countTurn(screen: string): void {
  noteTurn(screen);
  if (turns.length <= MAX_TURNS) return;
  throw new Error(`endless redirects: ${[...new Set(turns)].sort().join(' and ')}`);
}
