import type { APIRequestContext, TestInfo } from '@playwright/test';
import type { EnginePage } from '../engines/engine-page.ts';
import { ENGINES } from '../engines/engines.ts';
import { Screen } from '../engines/screen.ts';
import { BRAND, meteredKWh, PASSWORD } from '../pages/steps.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';
import type { Product } from '../product/start-product.ts';

/** A page cancels requests, and a navigation ends those of the page that it leaves. */
const CANCELLED = /net::ERR_ABORTED|NS_BINDING_ABORTED/;

for (const { name, open, missing, noise } of ENGINES)
  test(`in ${name} a driver finds a site, charges, tops up and reads the statement, and a board opens`, async ({
    product,
    request,
  }, testInfo) => {
    const page = await open();
    if (!page) {
      console.log(`Skipped in ${name}: ${missing}.`);
      return test.skip(true, missing);
    }
    try {
      await chargeAndTopUp(page, product, request);
      const problems = (await page.problems()).filter((text) => !CANCELLED.test(text) && !noise?.test(text));
      expect(problems).toEqual([]);
      await page.evaluate("void console.error('noticed')");
      await expect.poll(() => page.problems()).toContain('console: noticed');
    } catch (error) {
      await attachScreen(page, testInfo);
      throw error;
    } finally {
      await page.close();
    }
  });

async function chargeAndTopUp(page: EnginePage, product: Product, request: APIRequestContext) {
  const screen = new Screen(page);
  const app = `${product.url}/${BRAND}`;
  const charger = await product.newCharger({ plugAfter: 1 });
  const email = await newDriver(request);

  await page.goto(`${product.url}/`);
  await screen.find('heading', /^Próximo a você$/);
  await page.goto(`${app}/login`);
  await screen.fill(/^E-mail$/, email);
  await screen.fill(/^Senha$/, PASSWORD);
  await screen.press('button', /^Entrar$/);
  await screen.find('button', /^(Ocultar|Mostrar) saldo/);

  await screen.press('radio', /^Mapa$/);
  await screen.press('button', /^Afastar$/);
  await screen.find('button', /^Estação Trianon, |^\d+ locais, /);
  await screen.press('radio', /^Lista$/);
  await screen.press('link', /Estação Trianon/);
  await screen.find('button', /^Como Chegar$/);
  await screen.goBack();

  await screen.press('link', /^QR Code$/);
  await screen.fill(/^Número do carregador$/, charger.number);
  await screen.press('button', /^Continuar$/);
  await screen.press('button', /^Iniciar recarga$/);
  await screen.seePath(new RegExp(`/recharge/${charger.id}/1$`));
  await screen.see(/Carregando.*[1-9],\d kWh/);
  await page.reload();
  await screen.see(/R\$ \d+,\d\d/);
  await screen.press('button', /^Finalizar recarga$/);
  await screen.press('button', /^Confirmar$/);
  await screen.seePath(/\/extract\/recharge\/\d+$/);
  await screen.find('heading', /^Transação$/);
  await screen.see(new RegExp(`${meteredKWh(await charger.look())} kWh`));

  await page.goto(`${app}/`);
  await screen.press('link', /^Adicionar$/);
  await screen.press('link', /^Pix/);
  await screen.press('button', /^Adicionar Créditos$/);
  await screen.press('button', /^Confirmar$/);
  const orderId = (await screen.seePath(/\/addPix\/[\w-]+$/)).split('/').at(-1);
  await screen.see(/Válido até/);
  await expect(await request.post(`/sandbox/api/orders/${orderId}/pay`, { data: {} })).toBeOK();
  await screen.seePath(new RegExp(`/extract/credit/${orderId}$`));
  await screen.see(/Crédito adicionado/);

  await screen.press('link', /^Ir para o início$/);
  await screen.press('link', /^Exibir extrato$/);
  await screen.find('link', /^Adicionou/);
  await screen.find('link', /^Recarga/);

  await page.goto(`${product.url}/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await screen.find('heading', /Frota/);
  await screen.find('row', /kW/);
}

/** Attaches a screenshot, the page's text and its problems to a failed test. */
async function attachScreen(page: EnginePage, testInfo: TestInfo) {
  const lines = [await new Screen(page).text(), ...(await page.problems())];
  await testInfo.attach('screenshot', { body: await page.screenshot(), contentType: 'image/png' });
  await testInfo.attach('screen', { body: lines.join('\n'), contentType: 'text/plain' });
}
