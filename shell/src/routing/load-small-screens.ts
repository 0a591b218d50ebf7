/** In one file with the developer panel, which few visits load either. */
export const loadSmallScreens = async () =>
  (await import(/* webpackChunkName: "rare" */ './small-screens.tsx')).smallScreens;
