/** Decides from the map's events, up to the first draw, whether a basemap is usable. */
export function watchBasemap(onFailed: (error: unknown) => void) {
  let failed = false;
  let drawn = false;
  let tiles = 0;
  let lostTile: unknown;
  const fail = (error: unknown) => {
    if (!failed) onFailed(error);
    failed = true;
  };
  return {
    tile: () => {
      tiles += 1;
    },
    /** Tolerates missing tiles; before the first draw, any other error fails the basemap. */
    error: (error: unknown, isTile: boolean) => {
      if (isTile || drawn) {
        lostTile = error;
        console.warn('map', error);
      } else fail(error);
    },
    /** Called on the first draw. Returns false if the basemap has failed. */
    drawn: (): boolean => {
      drawn = true;
      if (lostTile !== undefined && tiles === 0) fail(lostTile);
      return !failed;
    },
  };
}
