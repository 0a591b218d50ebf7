/** A driver who waits in line at a site of the demo where all connectors of a plug are in use. */
import type { APIRequestContext } from '@playwright/test';
import { newEmail } from '../pages/accounts.ts';
import { expectToast, fillLogin, PASSWORD } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const BRAND = 'aurora';

interface Connector {
  cctName: string;
  connectorStatus: string | null;
}

/** Returns the id of a site with a plug of which no connector is free, but one is in use. */
async function findBusySite(request: APIRequestContext, headers: Record<string, string>): Promise<string> {
  const search = await request.get('/v1/api/ChargerSitesSearch?lat=-23.55&lng=-46.64&dist=50000', {
    headers,
  });
  for (const { csId } of (await search.json()) as { csId: string }[]) {
    const response = await request.get(`/v1/api/SiteConnectors/${csId}`, { headers });
    const connectors = (await response.json()) as Connector[];
    const isBusy = connectors.some(
      ({ cctName, connectorStatus }) =>
        ['Preparing', 'Charging'].includes(connectorStatus ?? '') &&
        !connectors.some((other) => other.cctName === cctName && other.connectorStatus === 'Available'),
    );
    if (isBusy) return csId;
  }
  throw new Error('the demo has no busy site');
}

test('a driver joins the line of a busy site, sees the place on the home, and leaves the line', async ({
  page,
  product: _,
  request,
}) => {
  const email = newEmail();
  const { appId } = (await (await request.get(`/v1/api/Applications/${BRAND}`)).json()) as { appId: number };
  const account = { name: 'Nina Prado', email, password: PASSWORD };
  await expect(await request.post(`/v1/api/userregister?app_id=${appId}`, { data: account })).toBeOK();
  const siteId = await findBusySite(request, { 'X-Brand-ID': String(appId) });
  await page.goto(`/${BRAND}/login`);
  await fillLogin(page, email);
  await expect(page.getByRole('button', { name: /(Ocultar|Mostrar) saldo/ })).toBeVisible();

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
  const line = page.getByRole('region', { name: 'Fila' });
  await expect(line).toContainText('Você é o 1º da fila');

  await page.goto(`/${BRAND}/`);
  await line.getByRole('link', { name: 'Ver local' }).click();
  await expect(page).toHaveURL(new RegExp(`/charger/${siteId}`));
  await line.getByRole('button', { name: 'Sair da fila' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair da fila' }).click();
  await expectToast(page, 'Você saiu da fila.');
  await expect(page.getByRole('button', { name: /Entrar na fila/ }).first()).toBeVisible();
});
