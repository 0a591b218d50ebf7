/** Pages that the browser translates: Chrome puts `<font>` elements in place of all text. */
import type { Page } from '@playwright/test';
import { VIEW_ID } from '@shared/contract/view-names';
import { newAccount } from '../pages/accounts.ts';
import { allowFirstViews } from '../pages/first-views.ts';
import { BRAND, openHome } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

/** Translates a page, and from then on all that changes, also what has `translate="no"`. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        if (!text.nodeValue?.trim() || text.parentElement?.closest('font, script, style')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.nodeValue;
        outer.append(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    translateIn(document.body);
    new MutationObserver(() => translateIn(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });

test('a translated page hides and shows the balance, and opens its screens', async ({ page, product }) => {
  await openHome(page, await newAccount(page.request));
  const balance = page.getByRole('banner').locator('p').nth(1);
  await expect(balance).toHaveText(/0,00/);
  await translate(page);
  await page.getByRole('button', { name: 'Ocultar saldo' }).click();
  await expect(balance).not.toHaveText(/0,00/);
  await page.getByRole('button', { name: 'Mostrar saldo' }).click();
  await expect(balance).toHaveText(/0,00/);
  await page
    .getByRole('link', { name: 'QR Code' })
    .or(page.getByRole('button', { name: 'QR Code' }))
    .click();
  const field = page.getByLabel('Número do carregador');
  await field.fill((await product.newCharger()).number);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  await expect(page.getByRole('dialog', { name: 'Sem créditos para recarga' })).toBeVisible();
  await page.goto(`/${BRAND}/`);
  await translate(page);
  await page.getByRole('link', { name: 'Estação Trianon' }).click();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
});

test('the app replaces a translated first view, and replays what was pressed in it', async ({
  context,
  page,
}) => {
  await allowFirstViews(context);
  const held = Promise.withResolvers<void>();
  await page.route('**/static/js/index.*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/${BRAND}/`, { waitUntil: 'commit' });
  await expect(page.locator(`#${VIEW_ID}`).getByRole('button', { name: 'Filtros' })).toBeVisible();
  await translate(page);
  await page.locator(`#${VIEW_ID}`).getByRole('button', { name: 'QR Code' }).click();
  held.resolve();
  await expect(page.getByRole('dialog', { name: 'Faça Login' })).toBeVisible();
});
