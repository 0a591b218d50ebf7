/** The operator's screens, in the shell and as a page of their own that another origin serves without the shell. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const valet = `valet@${BRAND}.example`;
const STABLE = '/remotes/operator/';
const PLACES = ['in the shell', 'standalone, from another origin'] as const;
type Where = (typeof PLACES)[number];

async function open(where: Where, product: Product): Promise<Place> {
  return where === 'in the shell'
    ? { url: `${product.url}/${BRAND}`, stop: async () => {} }
    : serveAlone(product, STABLE);
}

/** The remote's folder and nothing else, on an origin of its own, at a path. */
async function serveAlone({ url }: Product, at: string): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  cpSync(join(DIST, STABLE), folder, { recursive: true });
  const config = { apiUrl: `${url}/v1/api`, liveUrl: `${url}/v1/ws/UserMessages` };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replace(`<base href="${STABLE}"`, `<base href="${at}"`));
  const server = await serveFolder(folder, at);
  return {
    url: `${server.url}${at}${BRAND}`,
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

    test('a board that starts before its backend comes up by itself, and says when it is cut off', async ({
      page,
      place,
      product,
    }) => {
      await page.clock.install();
      await page.route('**/v1/api/**', (route) => route.abort());
      await page.goto(`${place.url}/viewers/fleet/charger-status/${product.fleetSiteId}`);
      await expect(page.getByText('Não foi possivel obter os dados do aplicativo.')).toBeVisible();
      await page.unroute('**/v1/api/**');
      await page.clock.fastForward('00:31');
      await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByRole('status').filter({ hasText: 'Desconectado' })).toBeVisible();
      await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
    });

    test('from the board to the vehicles by battery, and back', async ({ page, place, product }) => {
      await page.goto(`${place.url}/viewers/fleet/charger-status/${product.fleetSiteId}`);
      await page.getByRole('link', { name: 'Prioridade Recarga' }).click();
      await expect(page.getByRole('heading', { name: 'Prioridade Recarga' })).toBeVisible();
      await expect(page.getByRole('row').nth(1)).toContainText('%');
      await page.getByRole('link', { name: 'Carregadores' }).click();
      await expect(page).toHaveURL(/charger-status/);
      await expect(page.getByText('Total de carregadores')).toBeVisible();
    });

    test('from the valets’ board to the login and the queue; a session that has ended leads there again', async ({
      page,
      place,
      product,
    }) => {
      const queue = `${place.url}/valet/${product.fleetSiteId}`;
      await page.goto(`${place.url}/viewers/vallet/charger-status/${product.fleetSiteId}`);
      await page.getByRole('link', { name: 'Ir para o Valet' }).click();
      await expect(page).toHaveURL(`${place.url}/login`);
      await fillLogin(page, valet);
      await expect(page).toHaveURL(queue);
      await expect(page.getByRole('button', { name: 'Adicionar veículo' })).toBeVisible();

      await page.evaluate(() => {
        for (const key of Object.keys(localStorage).filter((name) => name.startsWith('token:')))
          localStorage.setItem(key, 'ended');
      });
      await page.reload();
      await expect(page).toHaveURL(`${place.url}/login`);
      await fillLogin(page, valet);
      await expect(page).toHaveURL(queue);
      await expect(page.getByRole('button', { name: 'Adicionar veículo' })).toBeVisible();
    });
  });
}

test('under another path the page needs to be told of that alone', async ({ page, product }) => {
  const place = await serveAlone(product, '/paineis/');
  await page.goto(`${place.url}/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
  await place.stop();
});
