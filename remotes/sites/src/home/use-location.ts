import { device, type Position, positionAtom } from '@shared/state';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { Place } from '../map/index.ts';

/** Where the search starts while the device's place isn't known (specification, section 9). */
const DEFAULT_CENTRE = { lat: -23.5616364, lng: -46.6561378 };
const PATIENCE_MS = 15_000;
/** A place this old is still the place of someone looking for a charger. */
const FRESH_MS = 60_000;

/** Left on a device that has told its place: it will again, so that a first search without it would be for nothing. */
const TOLD_BEFORE = 'located';
/** How long the search waits for such a device. */
const AWAITED_MS = 1_000;

type Asking = 'idle' | 'asking' | 'denied' | 'unavailable';

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
/** Ten metres are enough to search by, and keep the search the same while a place trembles. */
export const toTenMetres = ({ lat, lng }: Place): Place => ({ lat: round(lat), lng: round(lng) });

/**
 * Where to search from. The person is asked only by `locate`, which a press calls; a permission that was given before is
 * used at once.
 */
export function useLocation() {
  const [position, setPosition] = useAtom(positionAtom);
  const [asking, setAsking] = useState<Asking>('idle');
  const [awaited, setAwaited] = useState(() => device.read(TOLD_BEFORE) !== undefined);

  const locate = useCallback(() => {
    // Some embedded browsers have none.
    if (!navigator.geolocation) return setAsking('unavailable');
    setAsking('asking');
    const found = ({ coords }: GeolocationPosition) => {
      const here: Position = { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy };
      device.write(TOLD_BEFORE, 'yes');
      setPosition(here);
      setAsking('idle');
    };
    const failed = (error: GeolocationPositionError) => {
      device.write(TOLD_BEFORE, undefined);
      setAwaited(false);
      setAsking(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable');
    };
    navigator.geolocation.getCurrentPosition(found, failed, { timeout: PATIENCE_MS, maximumAge: FRESH_MS });
  }, [setPosition]);

  const known = position !== undefined;
  useEffect(() => {
    if (known || !navigator.geolocation) return;
    let gone = false;
    // A browser that can't tell the permission is treated as one that hasn't given it.
    const state = navigator.permissions?.query({ name: 'geolocation' }).then(
      (permission) => permission.state,
      () => 'prompt',
    );
    state?.then((granted) => {
      if (gone) return;
      if (granted === 'granted') locate();
      else setAwaited(false);
    });
    return () => {
      gone = true;
    };
  }, [known, locate]);

  useEffect(() => {
    const timer = setTimeout(() => setAwaited(false), AWAITED_MS);
    return () => clearTimeout(timer);
  }, []);

  const centre = position ? toTenMetres(position) : DEFAULT_CENTRE;
  return { centre, known, asking, locate, ready: known || !awaited };
}
