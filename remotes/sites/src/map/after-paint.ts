/**
 * Runs `work` after the next paint, so that a press shows at once: drawing the map again takes a slow
 * phone longer than a press may take (https://web.dev/articles/optimize-long-tasks).
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
