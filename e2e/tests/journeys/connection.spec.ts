import { startBreakableProxy } from '../breakable-proxy.ts';
import { expectNoConnection } from '../pages/page-timers.ts';
import { ana, BRAND, logIn, startCharge, stopCharge } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test('shows a connection lost during a charge, and catches up on missed events after the reconnect', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  const proxy = await startBreakableProxy(product.url);
  try {
    await logIn(page, ana, proxy.url);
    await page.goto(`${proxy.url}/${BRAND}/qrcode/${charger.number}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
    await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();

    proxy.cut();
    await expect(page.getByText('Desconectado').first()).toBeVisible();
    await expect(page.getByText('Conectando...').first()).toBeVisible();
    await charger.act({ action: 'stop', connectorId: 1 });
    proxy.restore();
    await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  } finally {
    await proxy.close();
  }
});

test('without a websocket, a user continues: the charge is followed and stopped, and the strip leaves with the outage', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  let isBlocked = true;
  await page.routeWebSocket(/UserMessages/, (socket) => {
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  await expectNoConnection(page);
  await logIn(page);
  await page.goto(`/${BRAND}/qrcode/${charger.number}`);
  const overlay = page.getByRole('dialog', { name: 'Desconectado' });
  await overlay.getByRole('button', { name: 'Continuar assim mesmo' }).click();
  await expect(overlay).toBeHidden();
  const strip = page.getByText('Desconectado · Conectando...');
  await expect(strip).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await expect(strip).toBeVisible();
  isBlocked = false;
  await expect(strip).toBeHidden();
  await expect(overlay).toBeHidden();
});

test('a dialog that opens while the connection is lost opens below the overlay', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger();
  // A connection that neither opens nor fails: each further try would show the overlay again.
  await page.addInitScript(() => {
    window.WebSocket = class extends EventTarget {
      readyState = 0;
      close() {}
    } as unknown as typeof WebSocket;
  });
  await expectNoConnection(page);
  const overlay = page.getByRole('dialog', { name: 'Desconectado' });
  await page.route(/\/OnlineConnectorStatus\//, async (route) => {
    await overlay.waitFor();
    await route.continue();
  });
  await logIn(page);
  await page.goto(`/${BRAND}/qrcode/${charger.number}`);
  await expect(page.getByRole('button', { name: 'Iniciar recarga', includeHidden: true })).toBeAttached();
  await expect(overlay.getByRole('heading')).toBeFocused();
});

test('a charge survives when its charge point disconnects and reconnects', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page);
  await startCharge(page, charger.number);
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await charger.act({ action: 'offline' });
  await expect(page.getByText('Desconectado').first()).toBeVisible();
  await charger.act({ action: 'online' });
  await expect(page.getByText('Desconectado')).toHaveCount(0);
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
});
