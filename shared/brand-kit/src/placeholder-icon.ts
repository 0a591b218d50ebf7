import { PRODUCT } from '@shared/contract';
import { brandTheme } from '@shared/ui/brand-theme';
import { LETTERS } from './letters.ts';

const BOLT = 'M3 0L.6 3.6H2.2L1.6 6L4 2.6H2.4Z';

/** Returns an SVG icon for a brand that has none: its initials, or a bolt, on its colour. */
export function placeholderIcon(name: string, color: string): string {
  const initials = name
    .normalize('NFD')
    .replace(/[^A-Za-z\s]/g, '')
    .toUpperCase()
    .split(/\s+/)
    .flatMap((word) => LETTERS[word.charAt(0)] ?? [])
    .slice(0, 2);
  const shapes = initials.length ? initials : [BOLT];
  const ink = brandTheme(color, PRODUCT.color)['--on-brand'] ?? '#ffffff';
  // Each letter is 4 units wide with 2 between them; a unit is 4 pixels.
  const start = 32 - ((shapes.length * 6 - 2) * 4) / 2;
  const strokes = shapes.map(
    (shape, i) => `    <path transform="translate(${start + i * 24} 20) scale(4)" d="${shape}" />\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="14" fill="${color}" />
  <g fill="none" stroke="${ink}" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">
${strokes.join('')}  </g>
</svg>
`;
}
