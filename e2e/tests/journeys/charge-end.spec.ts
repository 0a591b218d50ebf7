import { ana, BRAND, logIn, startCharge } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test('announces on another screen that a charge was stopped at the charger, with its stop reason, and tries to unlock the cable', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: 1, unlockReply: 'UnlockFailed' });
  await logIn(page, ana);
  await startCharge(page, charger.number);
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  // Until the server's first frame, a new page doesn't learn of a charge that ends.
  const firstFrame = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`/${BRAND}/coupons`);
  await firstFrame;
  await charger.act({ action: 'stop', connectorId: 1 });
  const notice = page.getByRole('region', { name: 'Avisos' }).filter({ hasText: 'Recarga finalizada' });
  await expect(notice).toContainText('Finalizada no carregador');
  await notice.getByRole('button', { name: 'Recibo' }).click();
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await expect(page.getByRole('main')).toContainText('MotivoFinalizada no carregador');

  await page.getByRole('button', { name: 'Destravar cabo' }).click();
  const reply = page.getByRole('dialog', { name: 'O cabo não destravou' });
  await expect(reply).toContainText(`Carregador ${charger.number}`);
  const help = reply.getByRole('link', { name: 'Pedir ajuda por WhatsApp' });
  await expect(help).toHaveAttribute('href', new RegExp(`^https://wa\\.me/.*${charger.number}`));
});
