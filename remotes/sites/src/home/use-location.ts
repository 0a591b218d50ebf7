import { device, type Position, positionAtom } from '@shared/state';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import type { Place } from '../map/index.ts';
import { rememberPlace, useRememberedPlace } from './remembered-place.ts';
import { DEFAULT_CENTRE } from './search-params.ts';

const TIMEOUT_MS = 15_000;
/** Maximum age of a cached location. */
const MAX_AGE_MS = 60_000;

/**
 * Storage key set when the device has been located. The next visit then waits for the location,
 * which saves a search around the default centre.
 */
const LOCATED_KEY = 'located';
/** Maximum wait for that location. */
const MAX_WAIT_MS = 1_000;

type LocateStatus = 'idle' | 'pending' | 'denied' | 'unavailable';

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
/** Rounds to about ten metres, so that GPS jitter doesn't trigger new searches. */
export const toTenMetres = ({ lat, lng }: Place): Place => ({ lat: round(lat), lng: round(lng) });

/**
 * Returns the centre of the search: the device's location, or the place of the last visit until it
 * is known. Uses a permission granted earlier at once; only `locate`, called on a press, prompts.
 */
export function useLocation() {
  const [position, setPosition] = useAtom(positionAtom);
  const [locateStatus, setLocateStatus] = useState<LocateStatus>('idle');
  const [isForgotten, setForgotten] = useState(false);
  const rememberedPlace = useRememberedPlace();
  const remembered = isForgotten ? undefined : rememberedPlace;
  const [isWaiting, setWaiting] = useState(
    () => rememberedPlace !== undefined || device.read(LOCATED_KEY) !== undefined,
  );

  const locate = useCallback(() => {
    // Some embedded browsers have no geolocation.
    if (!navigator.geolocation) return setLocateStatus('unavailable');
    setLocateStatus('pending');
    const onPosition = ({ coords }: GeolocationPosition) => {
      const here: Position = { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy };
      device.write(LOCATED_KEY, 'yes');
      rememberPlace(here);
      setPosition(here);
      setLocateStatus('idle');
    };
    const onError = (error: GeolocationPositionError) => {
      device.write(LOCATED_KEY, undefined);
      rememberPlace(undefined);
      setForgotten(true);
      setWaiting(false);
      setLocateStatus(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable');
    };
    navigator.geolocation.getCurrentPosition(onPosition, onError, {
      timeout: TIMEOUT_MS,
      maximumAge: MAX_AGE_MS,
    });
  }, [setPosition]);

  const isLocated = position !== undefined;
  useEffect(() => {
    if (isLocated || !navigator.geolocation) return;
    let unmounted = false;
    // A failed permission query counts as not granted.
    const permissionState = navigator.permissions?.query({ name: 'geolocation' }).then(
      (permission) => permission.state,
      () => 'prompt',
    );
    permissionState?.then((state) => {
      if (unmounted) return;
      if (state === 'granted') locate();
      else setWaiting(false);
    });
    return () => {
      unmounted = true;
    };
  }, [isLocated, locate]);

  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);

  const centre = position ? toTenMetres(position) : (remembered ?? DEFAULT_CENTRE);
  const known = isLocated || remembered !== undefined;
  // Until the device is located, the place of the last visit may be far away.
  const isRemembered = known && !isLocated && !isWaiting;
  return { centre, known, isRemembered, locateStatus, locate, ready: known || !isWaiting };
}
