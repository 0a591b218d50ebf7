/**
 * Multiplies the results of the site search on their way to the page, beyond what the server
 * returns.
 */
import type { Page } from '@playwright/test';

/** The fields of a search result that this module changes. */
interface Site {
  csId: number;
  csName: string;
  distanceMeters: number;
  csLocation: { coordinates: [lng: number, lat: number] };
}

interface MultipliedSites {
  count: number;
  /** Index of the only site that also exists on the server. */
  real?: number;
  /**
   * Spreads the sites evenly over this many degrees. By default each keeps the place of its
   * original.
   */
  around?: { lat: number; lng: number; degrees: number };
}

/** Makes the site search return `count` sites. */
export async function multiplySites(page: Page, { count, real, around }: MultipliedSites): Promise<void> {
  const side = Math.ceil(Math.sqrt(count));
  const placed = (index: number, { csLocation }: Site): Site['csLocation'] => {
    if (!around) return csLocation;
    const at = (cell: number) => (cell / side - 0.5) * around.degrees;
    return {
      coordinates: [around.lng + at(index % side), around.lat + at(Math.floor(index / side))],
    };
  };
  await page.route('**/ChargerSitesSearch**', async (route) => {
    const response = await route.fetch();
    const found = (await response.json()) as Site[];
    const copies = Array.from({ length: count }, (_, index): Site => {
      const original = found[index % found.length];
      if (!original) throw new Error('the search found nothing');
      const copy = { ...original, distanceMeters: index + 1, csLocation: placed(index, original) };
      if (index === real) return copy;
      return { ...copy, csId: 1_000_000 + index, csName: `Local ${index + 1}` };
    });
    await route.fulfill({ response, json: copies });
  });
}

/** Returns the page's number of elements. */
export const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
