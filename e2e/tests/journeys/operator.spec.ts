import type { Locator } from '@playwright/test';
import { BRAND, fillLogin } from '../pages/steps.ts';
import { DEPLOYMENTS, serveAlone, test } from '../product/operator-deployments.ts';
import { expect } from '../product/product.ts';

const valet = `valet@${BRAND}.example`;

for (const where of DEPLOYMENTS) {
  test.describe(where, () => {
    test.use({ where });

    test('opens a fleet’s board by its URL, with or without a brand', async ({ page, place, product }) => {
      const board = `viewers/fleet/charger-status/${product.fleetSiteId}`;
      await page.goto(`${place.url}/${board}`);
      await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
      // All simulated vehicles may be between two charges; the board refreshes every 30 s.
      const charging = page.getByRole('row').filter({ hasText: /kW/ });
      await expect(charging.first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Faça o login' })).toHaveCount(0);
      await page.goto(`${place.url}/../${board}`);
      await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
      await expect(page).toHaveURL(`${place.url}/${board}`);
    });

    test('navigates from the valets’ board through the login to the queue, also after the session has ended', async ({
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

      await page.getByRole('button', { name: 'Adicionar veículo' }).click();
      await page.getByLabel('Placa do veículo').fill('OPS1A23');
      await page.getByLabel('Número do prisma').fill(where);
      await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await page.getByRole('dialog').filter({ hasText: 'adicionado à fila.' }).getByText('Fechar').click();
      const row = page.getByRole('row', { name: 'OPS1A23' });
      await row.getByRole('button', { name: 'Excluir veículo' }).click();
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await page.getByRole('dialog').filter({ hasText: 'removido da fila.' }).getByText('Fechar').click();
      await expect(row).toHaveCount(0);
    });
  });
}

test.describe('standalone, from another origin', () => {
  test.use({ where: 'standalone, from another origin' });

  test('a board opened before its backend is up recovers automatically, and shows when it is offline', async ({
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

  test('navigates from the board to the recharge priority and back', async ({ page, place, product }) => {
    await page.goto(`${place.url}/viewers/fleet/charger-status/${product.fleetSiteId}`);
    await page.getByRole('link', { name: 'Prioridade Recarga' }).click();
    await expect(page.getByRole('heading', { name: 'Prioridade Recarga' })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('%');
    await page.getByRole('link', { name: 'Carregadores' }).click();
    await expect(page).toHaveURL(/charger-status/);
    await expect(page.getByText('Total de carregadores')).toBeVisible();
  });
});

test('serving the page under another path only needs another base URL', async ({ page, product }) => {
  const place = await serveAlone(product, '/paineis/');
  await page.goto(`${place.url}/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await expect(page.getByRole('heading', { name: /Frota/ })).toBeVisible();
  await place.stop();
});

const SITE_NAME = 'Garagem Central da Frota de São Cristóvão e Região Metropolitana';
const CHARGERS = Array.from({ length: 30 }, (_, index) => ({
  name: `Carregador rápido da vaga preferencial de número ${index + 1} do segundo subsolo`,
  cpCode: String(10_000 + index),
  connectorId: 1,
  cpStatus: 'Online',
  // Some of each group that the board counts, names and shows figures of.
  connectorStatus: ['Charging', 'Available', 'Faulted', null][index % 4],
  ...(index % 4 === 0 && {
    uvName: 'Caminhonete elétrica 8',
    soC: 57,
    meterKWH: 123.4,
    chargeRateKW: 21.9,
    requiredChargeTime: '01:23:45',
    startTime: '2026-01-01T12:00:00Z',
  }),
}));
const VEHICLES = Array.from({ length: 30 }, (_, uvId) => ({
  uvId,
  vmName: 'Caminhonete elétrica 8',
  uvTelemetrySoc: 50,
  uvTelemetryTimestamp: '2026-01-01T12:00:00Z',
  uvLicencePlate: `ABC1D${10 + uvId}`,
  isCharging: true,
  autonomyKm: 120,
  chargeTimeAC: '02:30:00',
}));
const FULL_BOARDS = [
  ['fleet/charger-status', CHARGERS, 'Restante', 'início'],
  ['fleet/charger-status', CHARGERS.slice(0, 10), 'Restante', 'início'],
  ['vallet/charger-status', CHARGERS, 'Restante', 'início'],
  ['fleet/reliability', CHARGERS, 'Última que deu certo', '—'],
  ['fleet/recharge-priority', VEHICLES, 'Recarga AC', '02:30'],
  ['fleet/recharge-priority', VEHICLES.slice(0, 13), 'Recarga AC', '02:30'],
] as const;

const POLLS = /RechargePriority|SiteConnectorsStatus|ConnectorReliability/;

const WALLS = [
  [800, 480],
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const;

test.describe('a full board', () => {
  test.use({ provoked: POLLS });

  for (const [path, rows, heading, figure] of FULL_BOARDS)
    test(`${path} with ${rows.length} rows fits any wall above the line about a failed poll, with headings above their figures`, async ({
      page,
      product,
    }) => {
      await page.clock.install();
      const json = { csName: SITE_NAME, connectors: rows, fleetVehicles: rows };
      const responses = [{ json }];
      await page.route(POLLS, (route) => route.fulfill(responses.pop() ?? { status: 500, body: '{}' }));
      await page.goto(`/${BRAND}/viewers/${path}/${product.fleetSiteId}`);
      const head = page.getByRole('columnheader', { name: heading });
      const cell = page.getByRole('cell').filter({ hasText: figure }).first();
      await expect(cell).toBeVisible();
      await page.clock.fastForward('00:31');
      const line = page.getByRole('region', { name: 'Avisos' });
      await expect(line.getByText('Falha')).toBeVisible();
      const contact = page.getByRole('link', { name: /WhatsApp/ });
      for (const [width, height] of WALLS) {
        await page.setViewportSize({ width, height });
        const misplaced = async () => {
          const [side, figures] = [await sidesOf(head), await sidesOf(cell)];
          const [foot, notice] = [await sidesOf(contact), await sidesOf(line)];
          const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
            scrollWidth: document.documentElement.scrollWidth,
            scrollHeight: document.documentElement.scrollHeight,
          }));
          const aside = [side.left - figures.left, side.right - figures.right].map(Math.abs);
          return {
            aside: Math.min(...aside) > 1,
            covered: foot.bottom >= notice.top,
            overflow: [scrollWidth - width, scrollHeight - height],
          };
        };
        await expect
          .poll(misplaced, { message: `${width} by ${height} px` })
          .toEqual({ aside: false, covered: false, overflow: [0, 0] });
      }
    });
});

test('no text of a fleet’s board covers another, with stale readings and late departures', async ({
  page,
  product,
}) => {
  const departsAt = '2026-01-02T12:00:00Z';
  const late = VEHICLES.map((vehicle) => ({ ...vehicle, departsAt, readyAt: '2026-01-02T23:00:00Z' }));
  let fleetVehicles: object[] = [];
  await page.route(POLLS, (route) => route.fulfill({ json: { csName: SITE_NAME, fleetVehicles } }));
  for (const fleet of [VEHICLES.slice(0, 13), VEHICLES, late])
    for (const [width, height] of WALLS.slice(1)) {
      fleetVehicles = fleet;
      await page.setViewportSize({ width, height });
      await page.goto(`/${BRAND}/viewers/fleet/recharge-priority/${product.fleetSiteId}`);
      const row = page.getByRole('row').nth(1);
      await expect(row).toContainText(/há\s\d+\sdias/);
      await expect.poll(() => row.evaluate(covered), { message: `${width} by ${height} px` }).toEqual([]);
    }
});

/** Returns the texts of a row's cells that another cell's text covers. */
function covered(row: Element): string[] {
  const texts = [...row.children].flatMap((cell) => {
    const range = document.createRange();
    // A model's name is shortened.
    range.selectNodeContents(cell.querySelector(':scope > bdi') ?? cell);
    return [...range.getClientRects()].map((box) => ({ cell, box }));
  });
  const isCovered = (one: (typeof texts)[number]) =>
    texts.some(
      ({ cell, box }) =>
        cell !== one.cell &&
        Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
        Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > box.height / 2,
    );
  return [...new Set(texts.filter(isCovered).map(({ cell }) => cell.textContent))];
}

const sidesOf = (one: Locator) =>
  one.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });
