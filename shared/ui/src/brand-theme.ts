import { contrast, darkenFor, lightenFor, parseColor, type Rgb, toHex } from './color.ts';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The least favourable surfaces of tokens.css that a brand's words or marks stand on. */
export const LIGHT_SURFACE = '#eceef0';
export const DARK_SURFACE = '#22262a';

/** AA asks for 4.5; the rest is for the brand's words on its own tint, which a strong red makes darker than it looks. */
const TEXT_CONTRAST = 4.6;
const MARK_CONTRAST = 3;

/**
 * The custom properties that make the kit wear a brand, to be set on the root element.
 * @param color the brand's colour as the brand record gives it: hex or `rgb()`
 * @param fallback the colour used where that can't be read; must be readable itself
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
