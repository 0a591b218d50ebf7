import { device, type Position, positionAtom } from '@shared/state';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { Place } from '../map/index.ts';
import { rememberPlace, useRememberedPlace } from './remembered-place.ts';
import { DEFAULT_CENTRE } from './sites-around.ts';

const TIMEOUT_MS = 15_000;
/** Maximum age of a cached location. */
const MAX_AGE_MS = 60_000;

/**
 * Storage key set when the device has been located. The next visit then waits for its location,
 * which saves a search around the default centre.
 */
const LOCATED_KEY = 'located';
/** Maximum wait for such a device. */
const MAX_WAIT_MS = 1_000;

type Asking = 'idle' | 'asking' | 'denied' | 'unavailable';

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
/** Rounds to about ten metres, so that GPS jitter doesn't trigger new searches. */
export const toTenMetres = ({ lat, lng }: Place): Place => ({ lat: round(lat), lng: round(lng) });

/**
 * Returns the centre of the search. The user is prompted only by `locate`, which is called on a
 * press; a permission granted earlier is used at once, and until then the place of the last visit.
 */
export function useLocation() {
  const [position, setPosition] = useAtom(positionAtom);
  const [asking, setAsking] = useState<Asking>('idle');
  const [isForgotten, setForgotten] = useState(false);
  const rememberedPlace = useRememberedPlace();
  const remembered = isForgotten ? undefined : rememberedPlace;
  const [awaited, setAwaited] = useState(() => device.read(LOCATED_KEY) !== undefined);

  const locate = useCallback(() => {
    // Some embedded browsers have no geolocation.
    if (!navigator.geolocation) return setAsking('unavailable');
    setAsking('asking');
    const found = ({ coords }: GeolocationPosition) => {
      const here: Position = { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy };
      device.write(LOCATED_KEY, 'yes');
      rememberPlace(here);
      setPosition(here);
      setAsking('idle');
    };
    const failed = (error: GeolocationPositionError) => {
      device.write(LOCATED_KEY, undefined);
      rememberPlace(undefined);
      setForgotten(true);
      setAwaited(false);
      setAsking(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable');
    };
    navigator.geolocation.getCurrentPosition(found, failed, { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS });
  }, [setPosition]);

  const isLocated = position !== undefined;
  useEffect(() => {
    if (isLocated || !navigator.geolocation) return;
    let gone = false;
    // A failed permission query counts as not granted.
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
  }, [isLocated, locate]);

  useEffect(() => {
    const timer = setTimeout(() => setAwaited(false), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);

  const centre = position ? toTenMetres(position) : (remembered ?? DEFAULT_CENTRE);
  const known = isLocated || remembered !== undefined;
  return { centre, known, asking, locate, ready: known || !awaited };
}
