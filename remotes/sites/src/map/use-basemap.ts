import { configAtom, onlineAtom } from '@shared/state';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useMedia } from '../use-media.ts';
import { type Basemap, basemapsOf } from './basemaps.ts';

/** Time limit for a basemap, in ms, before the next one is tried. */
const DRAW_TIMEOUT_MS = 8_000;

/** Global, so that reopening the screen doesn't wait again for a basemap that has failed. */
const attemptAtom = atom({ step: 0, attempt: 0 });

export interface ActiveBasemap {
  current: Basemap;
  dark: boolean;
  /** React key: a new one mounts a new map. */
  key: string;
  /** Not even our own drawing works: no WebGL, or the library failed to load. */
  failed: boolean;
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
  const [{ step, attempt }, setTried] = useAtom(attemptAtom);
  const basemaps = useMemo(() => basemapsOf(map), [map]);
  const current = basemaps[step] ?? { kind: 'own' as const };
  const failed = step >= basemaps.length;
  const key = `${attempt} ${step} ${dark ? 'dark' : 'light'}`;

  const fail = useCallback(
    (error: unknown) => {
      console.warn('map', current.kind, error);
      setTried((tried) => ({ ...tried, step: step + 1 }));
    },
    [current.kind, step, setTried],
  );
  const retry = useCallback(() => setTried((tried) => ({ step: 0, attempt: tried.attempt + 1 })), [setTried]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settled = useCallback(() => clearTimeout(timer.current), []);
  const waits = current.kind !== 'own' && !failed;
  useEffect(() => {
    if (!waits) return;
    timer.current = setTimeout(
      () => fail(new Error(`not drawn within ${DRAW_TIMEOUT_MS} ms`)),
      DRAW_TIMEOUT_MS,
    );
    return () => clearTimeout(timer.current);
  }, [waits, fail]);

  // Back online: try the configured basemaps again.
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current && step > 0) retry();
    wasOnline.current = online;
  }, [online, step, retry]);

  return { current, dark, key, failed, fail, settled, retry };
}
