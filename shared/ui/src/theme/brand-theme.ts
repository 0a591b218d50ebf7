import { contrast, darkenFor, lightenFor, parseColor, type Rgb, toHex } from './color.ts';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The surfaces of tokens.css with the lowest contrast to a brand's text and marks. */
export const LIGHT_SURFACE = '#eceef0';
export const DARK_SURFACE = '#22262a';

/** WCAG AA requires 4.5; the margin is for the brand's tint, where red has less contrast. */
const TEXT_CONTRAST = 4.6;
const MARK_CONTRAST = 3;

/**
 * Returns the custom properties for a brand colour, to be set on the root or another element.
 * @param color brand colour from the brand record: hex or `rgb()`
 * @param fallback used if `color` can't be parsed; must be valid itself
 */
export function brandTheme(color: string | undefined, fallback: string): Record<`--${string}`, string> {
  const brand = parseColor(color ?? '') ?? parseColor(fallback) ?? BLACK;
  const light = parseColor(LIGHT_SURFACE) ?? WHITE;
  const dark = parseColor(DARK_SURFACE) ?? BLACK;
  return {
    '--brand': toHex(brand),
    '--on-brand': toHex(contrast(brand, WHITE) >= contrast(brand, BLACK) ? WHITE : BLACK),
    '--brand-text-light': toHex(darkenFor(light, brand, TEXT_CONTRAST)),
    '--brand-text-dark': toHex(lightenFor(dark, brand, TEXT_CONTRAST)),
    '--brand-mark-light': toHex(darkenFor(light, brand, MARK_CONTRAST)),
    '--brand-mark-dark': toHex(lightenFor(dark, brand, MARK_CONTRAST)),
  };
}
