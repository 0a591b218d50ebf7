import type { Page } from '@playwright/test';
import { expectAccessible } from '../pages/axe.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { TITLE } from '../product/web-app-copy.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Painel do desenvolvedor' });
const fact = (page: Page, term: string) =>
  panel(page)
    .locator('dl > div', { has: page.getByText(term, { exact: true }) })
    .getByRole('definition');

test('the developer panel, loaded when it is opened, explains the version of the screen and changes it for this browser', async ({
  page,
  context,
  webApp,
}) => {
  webApp.setTitle('Aberta no painel');
  const [, live = ''] = /sites (\S+) is live/.exec(webApp.remote('publish', 'sites')) ?? [];
  const scripts: string[] = [];
  page.on('response', async (response) => {
    const text = response.url().endsWith('.js') ? await response.text().catch(() => '') : '';
    if (text.includes('Painel do desenvolvedor')) scripts.push(response.url());
  });
  await page.goto(`${webApp.url}/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Aberta no painel' })).toBeVisible();
  expect(scripts).toEqual([]);
  await expect(async () => {
    await page.keyboard.press('Control+Shift+L');
    expect(await panel(page).count()).toBe(1);
  }).toPass();
  await expect.poll(() => scripts.length).toBe(1);

  await expect(fact(page, 'Remoto')).toContainText('sites');
  await expect(fact(page, 'Versão')).toHaveText(live);
  await expect(fact(page, 'Motivo')).toHaveText('Publicada');
  await expect(fact(page, 'Tamanho')).toHaveText(/^[1-9]\d*,\d\sKB carregados; limite por tela: \d+,0\sKB$/);
  await expect(fact(page, 'Contrato')).toHaveText(/^\^\d+\.\d+\.\d+ \(shell: \d+\.\d+\.\d+\)$/);
  await expect(fact(page, 'Erros nesta página')).toHaveText('Nenhum erro');
  await panel(page).getByRole('button', { name: 'Verificar chamadas' }).click();
  await expect(fact(page, 'Chamadas ao servidor')).toHaveText(/^Nenhuma falta; verificadas: \d+$/);
  await expectAccessible(page, 'developer panel');

  await panel(page).getByText('Anterior', { exact: true }).click();
  await panel(page).getByRole('button', { name: 'Usar esta versão' }).click();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${webApp.url}/${BRAND}/`);
  await expect(other.getByText(/^Prévia: sites /)).toBeVisible();
  await expect(other.getByRole('heading', { name: TITLE })).toBeVisible();
  await other.getByRole('button', { name: 'Sair da prévia' }).click();
  await expect(other.getByRole('heading', { name: 'Aberta no painel' })).toBeVisible();

  await other.route(`**/remotes/sites/${live}/entry.js`, (route) => route.abort());
  await other.goto(`${webApp.url}/${BRAND}/?dev`);
  await expect(fact(other, 'Motivo')).toHaveText(/^Anterior, porque a publicada falhou: \S+/);
  await expect(fact(other, 'Erros nesta página')).toContainText(`remote sites ${live}: `);
  const line = `sites ${live}: download; exibida por outra versão`;
  await expect(fact(other, 'Cargas com falha')).toContainText(line);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel(other).getByRole('button', { name: 'Copiar relatório' }).click();
  await expect(panel(other).getByText('Relatório copiado')).toBeVisible();
  const { loads } = JSON.parse(await other.evaluate(() => navigator.clipboard.readText()));
  expect(loads).toEqual([expect.objectContaining({ version: live, phase: 'script', recovered: 'fallback' })]);
  await expectAccessible(other, 'developer panel with a failed load');
});
