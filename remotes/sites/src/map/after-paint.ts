/**
 * Runs `work` after the next paint, so that a press shows at once: redrawing the map takes longer
 * on a slow phone than a press should (https://web.dev/articles/optimize-long-tasks).
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
