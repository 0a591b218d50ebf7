/** Drivers who wait in line at a site where all connectors are in use. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectToast, fillLogin } from '../pages/steps.ts';
import { newDriverOf } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';
import type { Product } from '../product/start-product.ts';

const BRAND = 'aurora';
/** The only other charge point at the site where charge points of tests appear. */
const OTHERS = 'SP79971';
const TURN = /É a sua vez: .?Vaga 1.?, por (10|9) minutos/;

interface Connector {
  cpStatus: string | null;
  cctName: string;
  connectorStatus: string | null;
}

type Headers = Record<string, string>;

async function readSites(request: APIRequestContext, headers: Headers) {
  const path = '/v1/api/ChargerSitesSearch?lat=-23.55&lng=-46.64&dist=50000';
  return (await (await request.get(path, { headers })).json()) as { csId: string; csName: string }[];
}

async function readConnectors(request: APIRequestContext, headers: Headers, csId: string) {
  const response = await request.get(`/v1/api/SiteConnectors/${csId}`, { headers });
  return (await response.json()) as Connector[];
}

/** Starts a charge point whose connector is in use, at a site where no other one is online. */
async function newBusySite({ newCharger }: Product, request: APIRequestContext, headers: Headers) {
  const charger = await newCharger();
  await charger.act({ action: 'plug', connectorId: 1 });
  const sites = await readSites(request, headers);
  const siteId = sites.find(({ csName }) => csName.includes('Oficina'))?.csId ?? '';
  const readFree = async () =>
    (await readConnectors(request, headers, siteId)).filter(
      ({ cpStatus, connectorStatus }) => cpStatus === 'Online' && connectorStatus === 'Available',
    );
  await expect.poll(readFree, 'connectors that are free').toEqual([]);
  return { charger, siteId };
}

const lineOf = (page: Page) => page.getByRole('region', { name: 'Fila' });

async function logIn(page: Page, email: string) {
  await page.goto(`/${BRAND}/login`);
  await fillLogin(page, email);
  await expect(page.getByRole('button', { name: /(Ocultar|Mostrar) saldo/ })).toBeVisible();
}

async function joinLine(page: Page, siteId: string) {
  await page.goto(`/${BRAND}/charger/${siteId}`);
  await page
    .getByRole('button', { name: /Entrar na fila/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Você chega em até 15 minutos?' })
    .getByRole('button', { name: 'Sim, entrar na fila' })
    .click();
  await expectToast(page, 'Você entrou na fila.');
}

async function leaveLine(page: Page) {
  await lineOf(page).getByRole('button', { name: 'Sair da fila' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair da fila' }).click();
  await expectToast(page, 'Você saiu da fila.');
}

test.beforeEach(async ({ product }) => {
  await product.act(OTHERS, { action: 'offline' });
});
test.afterEach(async ({ product }) => {
  await product.act(OTHERS, { action: 'online' });
});

test('two drivers wait for one connector: the first one charges there in her turn, the other one is refused and leaves the line', async ({
  page: ana,
  browser,
  product,
  request,
}) => {
  const first = await newDriverOf(BRAND, request);
  const second = await newDriverOf(BRAND, request);
  const { charger, siteId } = await newBusySite(product, request, first.headers);
  const context = await browser.newContext();
  const bruno = await context.newPage();
  await logIn(ana, first.email);
  await joinLine(ana, siteId);
  await logIn(bruno, second.email);
  await joinLine(bruno, siteId);
  await expect(lineOf(ana)).toContainText('Você é o 1º da fila');
  await expect(lineOf(bruno)).toContainText('Você é o 2º da fila');

  await charger.act({ action: 'unplug', connectorId: 1 });
  await expect(lineOf(ana)).toContainText(TURN);
  await expect(bruno.getByText('Reservado')).toBeVisible();
  await bruno.goto(`/${BRAND}/qrcode/${charger.number}`);
  const confirmation = bruno.getByRole('dialog');
  await expect(confirmation).toContainText('É a vez de outro motorista da fila neste conector.');
  await expect(confirmation.getByRole('button', { name: 'Iniciar recarga' })).toBeDisabled();
  const refused = await request.post('/v1/api/RemoteStartTransactionRequest', {
    data: { ChargePointID: charger.number },
    headers: { ...second.headers, 'Idempotency-Key': randomUUID() },
  });
  expect(await refused.json()).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_RESERVED' });

  await lineOf(ana).getByRole('link', { name: 'Iniciar recarga' }).click();
  await ana.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(ana.getByRole('main')).toContainText(/[1-9],\d\skWh/);
  await bruno.goto(`/${BRAND}/`);
  await expect(lineOf(bruno)).toContainText('Você é o 1º da fila');

  await lineOf(bruno).getByRole('link', { name: 'Ver local' }).click();
  await expect(bruno).toHaveURL(new RegExp(`/charger/${siteId}`));
  await leaveLine(bruno);
  await context.close();
});
