/** Judges whether a ground can be had, by what a map tells of it until it is first drawn. */
export function watchGround(onFailed: (error: unknown) => void) {
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
    /** A tile that isn't there is no reason to give up the others; a style, source or library is. */
    error: (error: unknown, isTile: boolean) => {
      if (isTile || drawn) {
        lostTile = error;
        console.warn('map', error);
      } else fail(error);
    },
    /** @returns whether there is anything to see */
    drawn: (): boolean => {
      drawn = true;
      if (lostTile !== undefined && tiles === 0) fail(lostTile);
      return !failed;
    },
  };
}
