import { configAtom, onlineAtom } from '@shared/state';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Ground, groundsOf } from './grounds.ts';
import { useDark } from './use-dark.ts';

/** How long a ground may take before the next one is tried, in ms. */
const PATIENCE = 8_000;

/** Kept outside the screen: coming back doesn't wait again for what couldn't be had a minute ago. */
const triedAtom = atom({ step: 0, attempt: 0 });

export interface GroundInUse {
  current: Ground;
  dark: boolean;
  /** Another key is another map. */
  key: string;
  /** Not even our own drawing can be shown: no WebGL, or the library isn't there. */
  failed: boolean;
  fail: (error: unknown) => void;
  /** It is on screen. */
  settled: () => void;
  retry: () => void;
}

/** The ground to draw: the first of those configured that can be had, our own drawing if none. */
export function useGround(): GroundInUse {
  const map = useAtomValue(configAtom)?.map;
  const online = useAtomValue(onlineAtom);
  const dark = useDark();
  const [{ step, attempt }, setTried] = useAtom(triedAtom);
  const grounds = useMemo(() => groundsOf(map), [map]);
  const current = grounds[step] ?? { kind: 'own' as const };
  const failed = step >= grounds.length;
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
    timer.current = setTimeout(() => fail(new Error(`not there after ${PATIENCE} ms`)), PATIENCE);
    return () => clearTimeout(timer.current);
  }, [waits, fail]);

  // The network is back, and a better ground with it.
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current && step > 0) retry();
    wasOnline.current = online;
  }, [online, step, retry]);

  return { current, dark, key, failed, fail, settled, retry };
}
