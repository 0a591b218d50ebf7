import type { RunnableRemote } from '@shared/contract';
import { bundledScreens, RemoteScreens, type ScreenSource } from '@shared/router/screens';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';

/** The real one, whatever the test does with the time. */
const soon = globalThis.setTimeout;

/**
 * Renders a remote's screens as the shell does, without its states of loading. Tests don't await that
 * a screen is loaded, so React needs two helps: it never continues what suspends within an `act` that
 * isn't awaited, and shows the state of loading for 300 ms.
 */
export function TestedScreens({ remote }: { remote: RunnableRemote }) {
  const [isAfterAct, setAfterAct] = useState(false);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => void Promise.resolve().then(() => setAfterAct(true)), []);
  const source = useMemo(() => sourceOf(remote, () => soon(() => flushSync(renderAgain))), [remote]);
  return isAfterAct && <RemoteScreens source={source} loading={null} failure={() => null} notFound={null} />;
}

/** @param onFound called when a path's screen was loaded, or there is none */
function sourceOf(remote: RunnableRemote, onFound: () => void): ScreenSource {
  const find = bundledScreens([remote]);
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
