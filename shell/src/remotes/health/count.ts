/** Passes outcomes of remotes' versions to `report-counts.ts`; queues them until it is loaded. */
import type { Outcome } from '@shared/registry/counted';

export interface CountedScreen {
  remote: string;
  version: string;
  /** Identifies it within the page. It is never sent. */
  screen: string;
  /** Whether the visit fits the target of the remote's candidate. */
  isAimedAt?: true | undefined;
}

type Sink = (outcome: Outcome, screen: CountedScreen) => void;

/** Maximum number of outcomes that are queued. */
const MAX_QUEUED = 50;
let queue: Parameters<Sink>[] = [];
let sink: Sink = (...outcome) => {
  if (queue.length < MAX_QUEUED) queue.push(outcome);
};

let failed = () => {};
/** Resolves when the first version fails. */
export const firstFailure = new Promise<void>((resolve) => {
  failed = resolve;
});

export const count: Sink = (outcome, screen) => {
  sink(outcome, screen);
  if (outcome !== 'opened') failed();
};

/** Sends all outcomes to `next` from now on, the queued ones first. */
export function sendCounts(next: Sink): void {
  sink = next;
  for (const outcome of queue) sink(...outcome);
  queue = [];
}
