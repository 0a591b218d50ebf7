/** The operator's screens, in the shell and as a page of their own that another origin serves without the shell. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolder } from '../folder-server.ts';
import { test as base, DIST, expect, type Product } from '../product.ts';
import { BRAND, fillLogin } from '../steps.ts';

interface Place {
  /** Address of the brand, without a slash at its end. */
  url: string;
  stop: () => Promise<void>;
}

const PLACES = ['in the shell', 'standalone, from another origin'] as const;
type Where = (typeof PLACES)[number];

async function open(where: Where, { url }: Product): Promise<Place> {
  if (where === 'in the shell') return { url: `${url}/${BRAND}`, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  cpSync(join(DIST, 'remotes/operator'), folder, { recursive: true });
  const config = { apiUrl: `${url}/v1/api`, liveUrl: `${url}/v1/ws/UserMessages` };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const server = await serveFolder(folder, '/remotes/operator/');
  return {
    url: `${server.url}/remotes/operator/${BRAND}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const test = base.extend<{ where: Where; place: Place }>({
  where: ['in the shell', { option: true }],
  async place({ where, product }, use) {
    const place = await open(where, product);
    await use(place);
    await place.stop();
  },
});

for (const where of PLACES) {
  test.describe(where, () => {
    test.use({ where });

    test('a fleet’s board is opened by its address, with or without a brand in it', async ({
      page,
      place,
      product,
    }) => {
      const board = `viewers/fleet/charger-status/${product.fleetSiteId}`;
      await page.goto(`${place.url}/${board}`);
      await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
      await expect(page.getByRole('row').nth(1)).toContainText(/kW/);
      await expect(page.getByRole('button', { name: 'Faça o login' })).toHaveCount(0);
      await page.goto(`${place.url}/../${board}`);
      await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
      await expect(page).toHaveURL(`${place.url}/${board}`);
    });

    test('the valet screen leads a guest to the login and back', async ({ page, place, product }) => {
      const queue = `${place.url}/valet/${product.fleetSiteId}`;
      await page.goto(queue);
      await expect(page).toHaveURL(`${place.url}/login`);
      await fillLogin(page, `valet@${BRAND}.example`);
      await expect(page).toHaveURL(queue);
    });
  });
}
