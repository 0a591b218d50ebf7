/** Pictures behind the names of demo sites: a skyline in two tones of one colour. */
export const backgrounds = {
  dawn: { sky: '#dfe9f5', near: '#6b86a8', far: '#a9bdd6' },
  dusk: { sky: '#2b2d42', near: '#11131f', far: '#3f4263' },
  park: { sky: '#e3f2e1', near: '#4f8a5b', far: '#a5cfa8' },
};

/** Returns a picture as a `data:` URL. */
export function drawBackground({ sky, near, far }: (typeof backgrounds)[keyof typeof backgrounds]): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 320" preserveAspectRatio="xMidYMax slice"><rect width="800" height="320" fill="${sky}"/><path d="M0 320V170h70v-50h60v80h50v-110h70v140h60v-70h90v-60h50v130h60v-90h80v60h70v-100h60v90h80v100z" fill="${far}"/><path d="M0 320v-70h110v-60h60v90h120v-50h70v30h100v-80h60v100h130v-40h80v-30h70v110z" fill="${near}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
}
