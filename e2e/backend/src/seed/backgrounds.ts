const svg = (drawing: string) => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;

/** Background of a site's page: a skyline in two tones of one colour. */
const skyline = (sky: string, near: string, far: string) =>
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 320" preserveAspectRatio="xMidYMax slice"><rect width="800" height="320" fill="${sky}"/><path d="M0 320V170h70v-50h60v80h50v-110h70v140h60v-70h90v-60h50v130h60v-90h80v60h70v-100h60v90h80v100z" fill="${far}"/><path d="M0 320v-70h110v-60h60v90h120v-50h70v30h100v-80h60v100h130v-40h80v-30h70v110z" fill="${near}"/></svg>`,
  );

/** Pictures behind the names of demo sites. */
export const backgrounds = {
  dawn: skyline('#dfe9f5', '#6b86a8', '#a9bdd6'),
  dusk: skyline('#2b2d42', '#11131f', '#3f4263'),
  park: skyline('#e3f2e1', '#4f8a5b', '#a5cfa8'),
} as const;
export type BackgroundName = keyof typeof backgrounds;
