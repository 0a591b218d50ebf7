/** Opaque sRGB colour, channels 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const clamp = (channel: number) => Math.min(255, Math.max(0, Math.round(channel)));

/** Parses hex colours and `rgb()`, ignoring transparency; undefined for anything else. */
export function parseColor(text: string): Rgb | undefined {
  const color = text.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(color)?.[1];
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
    return [channel(0), channel(2), channel(4)];
  }
  const number = String.raw`(\d{1,3}(?:\.\d+)?)`;
  const rgb = new RegExp(
    `^rgba?\\(\\s*${number}[\\s,]+${number}[\\s,]+${number}(?:\\s*[,/]\\s*[\\d.]+%?)?\\s*\\)$`,
  ).exec(color);
  return rgb ? [clamp(Number(rgb[1])), clamp(Number(rgb[2])), clamp(Number(rgb[3]))] : undefined;
}

export function toHex(color: Rgb): string {
  return `#${color.map((channel) => clamp(channel).toString(16).padStart(2, '0')).join('')}`;
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
}

/** Returns the relative luminance, 0 to 1 (WCAG 2). */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Darkens a colour just enough for a contrast ratio on a light background, keeping its hue. */
export function darkenFor(background: Rgb, color: Rgb, ratio: number): Rgb {
  const maxLuminance = (luminance(background) + 0.05) / ratio - 0.05;
  const share = maxLuminance / luminance(color);
  return share < 1 ? mapLinear(color, (value) => value * share, Math.floor) : color;
}

/**
 * Lightens a colour just enough for a contrast ratio on a dark background. Scales its brightness
 * first, which keeps hue and saturation, and mixes in white only when no channel can get brighter.
 */
export function lightenFor(background: Rgb, color: Rgb, ratio: number): Rgb {
  const minLuminance = (luminance(background) + 0.05) * ratio - 0.05;
  const colorLuminance = luminance(color);
  if (colorLuminance >= minLuminance) return color;
  const brighter = Math.min(minLuminance / colorLuminance, 1 / toLinear(Math.max(...color)));
  const brightLuminance = colorLuminance > 0 ? colorLuminance * brighter : 0;
  const paler = Math.max(0, (minLuminance - brightLuminance) / (1 - brightLuminance));
  return mapLinear(color, (value) => mix(colorLuminance > 0 ? value * brighter : 0, paler), Math.ceil);
}

const mix = (value: number, white: number) => value + white * (1 - value);

/** Applies `change` to the linear channels; `round` must round towards more contrast. */
function mapLinear(color: Rgb, change: (value: number) => number, round: (channel: number) => number): Rgb {
  const channel = (value: number) => clamp(round(fromLinear(change(toLinear(value)))));
  return [channel(color[0]), channel(color[1]), channel(color[2])];
}
