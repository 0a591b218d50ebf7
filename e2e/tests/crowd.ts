/** More sites near than the search ever answers: real ones, copied on the way to the page. */
import type { Page } from '@playwright/test';

/** What the search answers, as far as this multiplies it. */
interface Site {
  csId: number;
  csName: string;
  distanceMeters: number;
  csLocation: { coordinates: [lng: number, lat: number] };
}

interface Crowd {
  count: number;
  /** Index of the one site that the server knows as well. */
  real?: number;
  /** Where they stand, spread evenly over so many degrees; where the real ones do, unless given. */
  around?: { lat: number; lng: number; degrees: number };
}

/** Lets the search answer so many sites. */
export async function crowd(page: Page, { count, real, around }: Crowd): Promise<void> {
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
      const like = found[index % found.length];
      if (!like) throw new Error('the search found nothing');
      const copy = { ...like, distanceMeters: index + 1, csLocation: placed(index, like) };
      if (index === real) return copy;
      return { ...copy, csId: 1_000_000 + index, csName: `Local ${index + 1}` };
    });
    await route.fulfill({ response, json: copies });
  });
}

/** How many elements the page has. */
export const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
