import type { RunnableRemote } from '@shared/contract';
import { bundledRemoteAt, RemoteOutlet, type ScreenSource } from '@shared/router/rendering';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';

/** The real `setTimeout`, even if a test fakes timers. */
const soon = globalThis.setTimeout;

/**
 * Renders a remote's screens as the shell does, but without loading states. Tests don't await the
 * load of a screen, which needs two workarounds: React never resumes a component that suspends
 * within an `act` that isn't awaited, and shows a loading state for at least 300 ms.
 */
export function TestedRemote({ remote }: { remote: RunnableRemote }) {
  const [isAfterAct, setAfterAct] = useState(false);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => void Promise.resolve().then(() => setAfterAct(true)), []);
  const source = useMemo(() => sourceOf(remote, () => soon(() => flushSync(renderAgain))), [remote]);
  return isAfterAct && <RemoteOutlet source={source} loading={null} failure={() => null} notFound={null} />;
}

/** @param onFound called when loading a path's screen has ended, or there is none */
function sourceOf(remote: RunnableRemote, onFound: () => void): ScreenSource {
  const find = bundledRemoteAt([remote]);
  return {
    async remoteAt(path) {
      const found = await find(path);
      if (found) return { ...found, load: () => found.load().finally(onFound) };
      onFound();
      return undefined;
    },
    report: (error, where) => console.error(where, error),
    failed(_part, error, where) {
      console.error(where, error);
      return false;
    },
  };
}
