import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { calls } from '@shared/contract';
import type { RemoteReport } from '@shared/registry/remote-report';
import { expectAccessible } from '../pages/axe.ts';
import { BRAND, logIn, operator } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import type { WebAppCopy } from '../product/web-app-copy.ts';

/** Publishes a version of `sites` for 5 % of the browsers, with reports of browsers about it. */
async function publishCandidate(webApp: WebAppCopy): Promise<string> {
  // Each test has its own version: the server keeps the counts of another one.
  webApp.setTitle(`Perto de você ${randomUUID()}`);
  const printed = webApp.remote('publish', 'sites', '--traffic', '5');
  const [, candidate = ''] = /candidate: (\S+) for 5 %/.exec(printed) ?? [];
  type Counts = RemoteReport['versions'][number]['counts'];
  const counts: Counts = { opened: 20, loadFailed: 1, 'LCP good': 9, 'LCP poor': 1 };
  const report = await fetch(`${webApp.url}/v1/api${calls.reportRemotes.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ versions: [{ remote: 'sites', version: candidate, counts }] }),
  });
  expect(report.status).toBe(204);
  return candidate;
}

/** Publishes a candidate and opens the releases as the operator. Returns it, and its rows. */
async function openReleases(page: Page, webApp: WebAppCopy) {
  const candidate = await publishCandidate(webApp);
  await logIn(page, operator, webApp.url);
  await page.goto(`${webApp.url}/${BRAND}/releases`);
  const row = page.getByRole('table', { name: 'sites' }).getByRole('rowgroup', { name: candidate });
  return { candidate, row };
}

test('an operator changes the share of a version, promotes it, undoes that, and withdraws it with a reason', async ({
  page,
  webApp,
}) => {
  const { candidate, row } = await openReleases(page, webApp);
  await expect(row).toContainText('Candidata');
  await expect(row).toContainText('5%');
  await expect(row).toContainText('1 (5%)');
  await expect(row).toContainText('LCP bom');
  await expectAccessible(page, 'releases');

  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Mudar parcela/ }).click();
  await dialog.getByLabel('Parcela dos navegadores, em %').fill('20');
  await expectAccessible(page, 'dialog of a share');
  await dialog.getByRole('button', { name: 'Mudar para 20%' }).click();
  // In view and announced, wherever the pressed button is.
  await expect(page.locator(':focus')).toContainText(`A ${candidate} vale para 20% dos navegadores.`);
  await expect(row).toContainText('20%');

  await row.getByRole('button', { name: /^Promover/ }).click();
  await expect(dialog).toContainText('passa de 20% dos navegadores para todos os navegadores');
  await dialog.getByRole('button', { name: 'Promover' }).click();
  await expect(row).toContainText('Ativa');
  await expect(row).toContainText('100%');
  expect(webApp.remote('list')).toContain(`live ${candidate}`);
  await page.getByRole('main').getByRole('button', { name: 'Desfazer' }).first().click();
  await expect(page.getByText('A última mudança foi desfeita.')).toBeVisible();
  await expect(row).toContainText('Candidata');
  expect(webApp.remote('list')).toContain(`candidate ${candidate} for 20 % of the browsers`);

  await row.getByRole('button', { name: /^Retirar/ }).click();
  await dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(dialog).toContainText('Diga por quê');
  await dialog.getByLabel('Motivo').fill('Mostra endereços errados');
  await dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(row).toContainText('Retirada em');
  await expect(row).toContainText('Motivo: Mostra endereços errados');
  // Other journeys of this worker may have withdrawn versions too.
  const isWithdrawn = async () => {
    const { withdrawn = [] } = await (await fetch(`${webApp.url}/remotes.json`)).json();
    return withdrawn.some((one: { version: string }) => one.version === candidate);
  };
  await expect.poll(isWithdrawn).toBe(true);
  const history = page.getByRole('region', { name: 'Histórico' });
  await expect(history.getByRole('listitem').first()).toContainText(/Retirou sites.*Olga Operadora/);
  await expectAccessible(page, 'releases with a withdrawn version');

  await page.getByRole('main').getByRole('button', { name: 'Desfazer' }).first().click();
  await expect(row).toContainText('Candidata');
  await expect.poll(isWithdrawn).toBe(false);
});
