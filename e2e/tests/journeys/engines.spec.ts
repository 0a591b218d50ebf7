import type { APIRequestContext } from '@playwright/test';
import type { EnginePage } from '../engines/engine-page.ts';
import { ENGINES } from '../engines/engines.ts';
import { inEngine } from '../engines/in-engine.ts';
import type { Screen } from '../engines/screen.ts';
import { type ForeignRemotes, serveForeignRemotes } from '../foreign/serve-foreign-remotes.ts';
import { ana, BRAND, meteredKWh, PASSWORD } from '../pages/steps.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';
import type { Product } from '../product/start-product.ts';

/** In one worker, which builds the foreign remotes once. */
test.describe.configure({ mode: 'default' });

let foreign: ForeignRemotes;
test.beforeAll(async () => {
  foreign = await serveForeignRemotes();
});
test.afterAll(() => foreign.close());

for (const engine of ENGINES)
  test(`in ${engine.name} a driver finds a site, charges, tops up and reads the statement, and a board and screens of Rsbuild and Vite open`, async ({
    product,
    request,
    webApp,
  }, testInfo) => {
    await foreign.register(webApp);
    const isThere = await inEngine(engine, testInfo, async (page, screen) => {
      await chargeAndTopUp(page, screen, product, request);
      await seePromotions(page, screen, webApp.url);
    });
    test.skip(!isThere, engine.missing);
  });

async function chargeAndTopUp(
  page: EnginePage,
  screen: Screen,
  product: Product,
  request: APIRequestContext,
) {
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

/** Opens screens of foreign remotes, with the shell's session, brand and React. */
async function seePromotions(page: EnginePage, screen: Screen, origin: string) {
  // Redirects to the login first.
  await page.goto(`${origin}/${BRAND}/ofertas/8`);
  await screen.fill(/^E-mail$/, ana);
  await screen.fill(/^Senha$/, PASSWORD);
  await screen.press('button', /^Entrar$/);
  await seePromotion(screen, '8');
  await page.goto(`${origin}/${BRAND}/promocoes/7`);
  await seePromotion(screen, '7');
}

async function seePromotion(screen: Screen, id: string) {
  await screen.find('heading', new RegExp(`^Promoção ${id}$`));
  await screen.see(new RegExp(`user de ${BRAND}`));
  await screen.press('button', /^Curtidas: 0$/);
  await screen.find('button', /^Curtidas: 1$/);
  await screen.see(/Desconto de 10 %/);
}
