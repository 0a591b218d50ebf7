/** The demo's two brands, and images drawn for them. */
import { PRODUCT } from '@shared/contract';

const svg = (drawing: string) => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;

/** A lightning bolt on the brand's colour. */
const bolt = svg(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="${PRODUCT.color}"/><path d="M36 8 14 37h14l-3 19 23-30H33z" fill="#0b1f05"/></svg>`,
);
/** A sun over a horizon. */
const sunrise = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#5B3DF5"/><path d="M14 42a18 18 0 0 1 36 0z" fill="#fff"/><path d="M10 48h44M32 10v8M12 20l6 6M52 20l-6 6" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>',
);

/** A quiet ground for a site's page: a skyline in two tones of one colour. */
const skyline = (sky: string, near: string, far: string) =>
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 320" preserveAspectRatio="xMidYMax slice"><rect width="800" height="320" fill="${sky}"/><path d="M0 320V170h70v-50h60v80h50v-110h70v140h60v-70h90v-60h50v130h60v-90h80v60h70v-100h60v90h80v100z" fill="${far}"/><path d="M0 320v-70h110v-60h60v90h120v-50h70v30h100v-80h60v100h130v-40h80v-30h70v110z" fill="${near}"/></svg>`,
  );

/** Images by name; sites refer to the grounds. */
export const images = {
  productLogo: bolt,
  auroraLogo: sunrise,
  dawn: skyline('#dfe9f5', '#6b86a8', '#a9bdd6'),
  dusk: skyline('#2b2d42', '#11131f', '#3f4263'),
  park: skyline('#e3f2e1', '#4f8a5b', '#a5cfa8'),
} as const;
export type ImageName = keyof typeof images;

export const demoBrands = [
  {
    slug: PRODUCT.slug,
    name: PRODUCT.name,
    color: PRODUCT.color,
    logo: 'productLogo',
    phone: '+5511900000000',
  },
  { slug: 'aurora', name: 'Aurora Recargas', color: '#5B3DF5', logo: 'auroraLogo', phone: '+5511900000001' },
] as const satisfies { slug: string; name: string; color: string; logo: ImageName; phone: string }[];
export type BrandSlug = (typeof demoBrands)[number]['slug'];
