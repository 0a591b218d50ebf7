/** For any URL, the page stays on its origin, settles, and shows something. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { PRODUCT, SHELL_SCREENS, WEB_APP_SEGMENTS } from '@shared/contract';
import { safeReturnPath } from '@shared/contract/safe-return-path';
import { runCount } from '@shared/testing/run-count';
import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { isBrandSlug, resolveDestination, withDefaultBrand } from '../brand/destination.ts';
import { anyCharacter } from '../host/any-character.testing.ts';
import { SCREENS, visit } from '../host/visit.testing.tsx';
import { decideAccess } from '../people/session/decide-access.ts';

const ORIGIN = 'https://here.example';

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WEB_APP_SEGMENTS, ...SHELL_SCREENS.keys(), ...SCREENS.keys()) },
  { weight: 2, arbitrary: fc.constantFrom('', 'marca', 'aurora', 'nobody', PRODUCT.slug, '7', '12345-1') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '//evil.example',
      '\\\\evil.example',
      '\\',
      '%2f',
      '%2F%2Fevil.example',
      '%5c',
      '..',
      '.',
      '%2e%2e',
      'javascript:alert(1)',
      'data:text/html,x',
      'https:',
      '@evil.example',
      'user:pass@evil.example',
      ';',
      '%',
      '%zz',
      '%00',
      '%0d%0a',
      '\u0000',
      '\t',
      '\n',
      '\u202e',
      'ação',
      '🔌',
      '%F0%9F%94%8C',
      '__proto__',
      'constructor',
      '*',
      ':id',
      '[x]',
      '(',
      '+',
      '$&',
      'a'.repeat(3000),
      '<script>',
      '"',
      "'",
      ' ',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
);
const tail = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '?next=//evil.example',
    '?next=https://evil.example/',
    '?token=abc',
    '#//evil.example',
    '?#',
    '?a=%',
  ),
  fc.string({ maxLength: 12 }).map((text) => `?${text}`),
);
/** What a browser makes of text typed after our origin: a path, query and fragment. */
const anyUrl = fc.tuple(fc.array(segment, { maxLength: 6 }), tail).map(([segments, rest]) => {
  const { pathname, search, hash } = new URL(`${ORIGIN}/${segments.join('/')}${rest}`);
  return `${pathname}${search}${hash}`;
});
const stored = fc.constantFrom(undefined, PRODUCT.slug, 'marca', 'aurora', 'gone');

test('resolves random URLs to one brand of this origin, without a loop, and to one access decision', () => {
  fc.assert(
    fc.property(anyUrl, stored, fc.boolean(), fc.boolean(), (typed, remembered, loggedIn, expired) => {
      const start = resolveDestination(typed, remembered, SCREENS);
      // Until a brand's record is loaded: at most one change, to the default brand.
      const served = isBrandSlug(start.brand, SCREENS) ? start : withDefaultBrand(start);
      for (const { brand, path } of [served, served && withDefaultBrand(served)].filter((to) => !!to)) {
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(path.startsWith(`/${brand}/`)).toBe(true);
        expect(isBrandSlug(brand, SCREENS)).toBe(true);
        // Starting again from the result changes nothing.
        expect(resolveDestination(path, brand, SCREENS)).toEqual({ brand, path });
        const [, , below = ''] = url.pathname.split('/');
        expect(['show', 'login', 'home', 'return']).toContain(
          decideAccess(SHELL_SCREENS.get(below) ?? SCREENS.get(below), loggedIn, expired),
        );
        const back = safeReturnPath(path, brand);
        if (back !== undefined) expect(new URL(back, ORIGIN).href).toMatch(`${ORIGIN}/${brand}/`);
      }
    }),
    { numRuns: runCount('ADDRESS', 2000, 100_000) },
  );
});

beforeEach(() => void rs.spyOn(console, 'error').mockImplementation(() => {}));
beforeEach(() => void rs.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

test('renders the whole page at a sample of random URLs, on this origin, settled and never blank', async () => {
  await fc.assert(
    fc.asyncProperty(anyUrl, stored, fc.boolean(), async (typed, remembered, loggedIn) => {
      const { path, origin, shown } = await visit(typed, { stored: remembered, loggedIn });
      expect(origin).toBe(location.origin);
      expect(path).toMatch(/^\/[a-z0-9-]+\//);
      expect(shown).not.toBe('');
    }),
    { numRuns: runCount('PAGE', 40, 1000) },
  );
});
