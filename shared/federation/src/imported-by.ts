/** `() => import('./page.tsx')` → `./page.tsx`; empty for anything else. */
export function importedBy(load: () => unknown): string {
  return /import\(\s*['"]([^'"]+)['"]/.exec(String(load))?.[1] ?? '';
}
