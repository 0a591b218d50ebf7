import { configAtom, onlineAtom } from '@shared/state';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMedia } from '../use-media.ts';
import { basemapsOf } from './basemaps.ts';
import type { Basemap } from './engine.ts';

/**
 * Time limit for a basemap, in ms, before the next one is tried: a slow connection needs half of
 * it.
 */
const DRAW_TIMEOUT_MS = 60_000;
/** After this time, in ms, the map says that it is slow. */
const SLOW_MS = 8_000;

/** Global, so that reopening the screen doesn't wait again for a basemap that has failed. */
const triedAtom = atom({ step: 0, round: 0 });

export interface ActiveBasemap {
  current: Basemap;
  dark: boolean;
  /** React key: a new one mounts a new map. */
  key: string;
  /** Not even our own drawing works: no WebGL, or the library failed to load. */
  failed: boolean;
  /** The basemap is taking long to draw. */
  slow: boolean;
  fail: (error: unknown) => void;
  /** Must be called when the basemap has been drawn; stops the time limit. */
  settled: () => void;
  retry: () => void;
}

/** Returns the basemap to draw: the first configured one that works, otherwise our own drawing. */
export function useBasemap(): ActiveBasemap {
  const map = useAtomValue(configAtom)?.map;
  const online = useAtomValue(onlineAtom);
  const dark = useMedia('(prefers-color-scheme: dark)');
  const [{ step, round }, setTried] = useAtom(triedAtom);
  const basemaps = useMemo(() => basemapsOf(map), [map]);
  const current = basemaps[step] ?? { kind: 'own' as const };
  const failed = step >= basemaps.length;
  const key = `${round} ${step} ${dark ? 'dark' : 'light'}`;

  const fail = useCallback(
    (error: unknown) => {
      console.warn('map', current.kind, error);
      setTried((tried) => ({ ...tried, step: step + 1 }));
    },
    [current.kind, step, setTried],
  );
  const retry = useCallback(() => setTried((tried) => ({ step: 0, round: tried.round + 1 })), [setTried]);

  const [slow, setSlow] = useState(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const settled = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    setSlow(false);
  }, []);
  const waits = current.kind !== 'own' && !failed;
  useEffect(() => {
    if (!waits) return;
    const giveUp = () => fail(new Error(`not drawn within ${DRAW_TIMEOUT_MS} ms`));
    timers.current = [setTimeout(() => setSlow(true), SLOW_MS), setTimeout(giveUp, DRAW_TIMEOUT_MS)];
    return settled;
  }, [waits, fail, settled]);

  // Back online: try the configured basemaps again.
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current && step > 0) retry();
    wasOnline.current = online;
  }, [online, step, retry]);

  return { current, dark, key, failed, slow, fail, settled, retry };
}
