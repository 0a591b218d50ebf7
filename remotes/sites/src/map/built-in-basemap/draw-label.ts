import type { Map as LibraryMap } from 'maplibre-gl';
import type { Palette } from './palette.ts';

const FAMILY = 'system-ui, sans-serif';

/** Label styles, with sizes in pixels. */
const LABEL_STYLES = {
  place: { font: `600 14px ${FAMILY}`, color: 'placeWords' },
  road: { font: `500 12px ${FAMILY}`, color: 'roadWords' },
  water: { font: `italic 500 13px ${FAMILY}`, color: 'waterWords' },
  park: { font: `500 12px ${FAMILY}`, color: 'parkWords' },
} satisfies Record<string, { font: string; color: keyof Palette }>;

const HALO = 3;
const HEIGHT = 22;

const isKind = (kind: string): kind is keyof typeof LABEL_STYLES => kind in LABEL_STYLES;

/**
 * Adds the image `{kind}:{words}` that the map's style refers to: a label drawn with system fonts,
 * so that no glyphs need to be downloaded.
 */
export function drawLabel(map: LibraryMap, id: string, palette: Palette): void {
  const [kind = '', words = ''] = id.split(':');
  const canvas = document.createElement('canvas');
  // Otherwise the GPU draws the label, and reading it back blocks the page for up to 30 ms.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!isKind(kind) || !context) return;
  const { font, color } = LABEL_STYLES[kind];
  const ratio = Math.min(Math.ceil(devicePixelRatio), 3);
  context.font = font;
  const width = Math.ceil(context.measureText(words).width) + 2 * HALO;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  context.scale(ratio, ratio);
  // Resizing a canvas resets its font.
  context.font = font;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = HALO;
  context.strokeStyle = palette.halo;
  context.fillStyle = palette[color];
  context.strokeText(words, HALO, HEIGHT / 2);
  context.fillText(words, HALO, HEIGHT / 2);
  map.addImage(id, context.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: ratio });
}
