import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation from growing. Loading a thousand modules leaves much garbage: in a grown
 * young generation it is promoted, and the process keeps 150 MB that it never needs. V8 reads this flag
 * each time that it could grow.
 */
export const keepSmallHeap = () => setFlagsFromString('--semi-space-growth-factor=1');

/** Runs the start of a program with a small young generation. */
export async function withSmallHeap<T>(start: () => Promise<T>): Promise<T> {
  keepSmallHeap();
  try {
    return await start();
  } finally {
    // V8's default, for the load that comes.
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}

/**
 * Runs a task that drops large buffers. V8 marks in steps and in other threads, and until it is done the
 * garbage stays: 120 to 180 MB more on a busy machine. Without steps it collects when a buffer is allocated.
 */
export async function withPromptCollection<T>(task: () => Promise<T>): Promise<T> {
  setFlagsFromString('--no-incremental-marking');
  try {
    return await task();
  } finally {
    setFlagsFromString('--incremental-marking');
  }
}

/** Collects all garbage now. V8 itself would keep it while the process is idle. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
