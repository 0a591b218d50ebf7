/** Text at twice its size on a narrow phone, WCAG 2.2 SC 1.4.4 and 1.4.10, and forced colours. */
import type { Page } from '@playwright/test';
import { BRAND, logIn, startCharge } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { readSites } from '../product/start-product.ts';

test.use({ viewport: { width: 320, height: 568 } });

/**
 * Doubles the text, and returns what is wider than the screen, which texts are cut or have a short
 * word broken in two, and the share that bars cover.
 */
const measure = (page: Page) =>
  page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%';
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const elements = [...document.body.querySelectorAll<HTMLElement>('*')];
    // Unlike `innerWidth`, it doesn't grow with what is wider than the screen of a phone.
    const { clientWidth: width, scrollWidth } = document.documentElement;
    const wide = elements.filter((element) => element.getBoundingClientRect().right > width + 1);
    const isLong = document.documentElement.scrollHeight > innerHeight;
    const bars = elements.filter((element) => isLong && getComputedStyle(element).position === 'sticky');
    const covered = bars.map((bar) => {
      const { top, bottom, height } = bar.getBoundingClientRect();
      return bottom > 0 && top < innerHeight ? height / innerHeight : 0;
    });
    const isCut = (text: Node) => {
      const range = new Range();
      range.selectNode(text);
      const { right } = range.getBoundingClientRect();
      for (let box = text.parentElement; box; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box);
        const edges = box.getBoundingClientRect();
        // It scrolls, is shortened on purpose, or is for screen readers only.
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || edges.width < 2) return false;
        if (overflowX !== 'visible' && right > edges.right + 1) return true;
      }
      return right > width + 1;
    };
    const isBroken = (text: Node) =>
      [...(text.textContent ?? '').matchAll(/(?<![\p{L}\d])[\p{L}\d]{2,10}(?![\p{L}\d])/gu)].some((word) => {
        const range = new Range();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    const texts: Node[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    const unreadable = texts.filter((text) => isCut(text) || isBroken(text));
    return {
      unreadable: unreadable.map(({ textContent }) => textContent),
      overflow: scrollWidth > width ? wide.map(({ outerHTML }) => outerHTML.slice(0, 160)) : [],
      covered: Math.max(0, ...covered),
    };
  });

async function expectRoom(page: Page, where: string) {
  const { overflow, unreadable, covered } = await measure(page);
  expect(overflow, `${where} is wider than the screen`).toEqual([]);
  expect(covered, `share of the screen that a bar of ${where} covers`).toBeLessThan(0.25);
  return unreadable;
}

const expectReadable = async (page: Page, where: string) =>
  expect(await expectRoom(page, where), `texts of ${where} are cut or broken`).toEqual([]);

test('large text fits the screens of a guest', async ({ page }) => {
  await page.goto(`/${BRAND}/`);
  const site = page.getByRole('main').getByRole('link').first();
  await expect(site).toBeVisible();
  await expectReadable(page, 'the home');
  await site.click();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await expectReadable(page, 'the site page');
  await page.goto(`/${BRAND}/login`);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expectRoom(page, 'login');
});

test('large text fits the screens of a user', async ({ page }) => {
  await logIn(page);
  for (const [path, heading] of [
    ['', 'Próximo a você'],
    ['charger/1', 'Conectores'],
    ['extract', 'Extrato'],
    ['vehicles-list', 'Veículos cadastrados'],
    ['addCreditCard', 'Cartão de crédito'],
    ['paymentMethods', 'Adicionar crédito'],
    ['userProfile', 'Meu perfil'],
    ['coupons', 'Cupons'],
  ]) {
    await page.goto(`/${BRAND}/${path}`);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expectReadable(page, path || 'the home');
  }
  await page.goto(`/${BRAND}/addCredit/pix`);
  await expect(page.getByText('Saldo depois')).toBeVisible();
  await expectReadable(page, 'the amounts');
});

test('large text fits a running charge', async ({ page, product }) => {
  const { number } = await product.newCharger({ plugAfter: 1 });
  await logIn(page);
  await startCharge(page, number);
  await expect(page.getByText('Custo até agora')).toBeVisible();
  await expectReadable(page, 'the live recharge');
});

test('forced colours show what is chosen, and the focus', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logIn(page);
  await page.goto(`/${BRAND}/`);
  const borders = (name: string) =>
    page
      .locator('label')
      .filter({ hasText: name })
      .evaluate((label) => getComputedStyle(label).borderTopWidth);
  await expect(page.getByRole('radio', { name: 'Lista' })).toBeChecked();
  expect(await borders('Lista')).not.toBe(await borders('Mapa'));
  await page.getByRole('radio', { name: 'Lista' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const outline = await page
    .getByRole('radio', { name: 'Lista' })
    .evaluate((radio) => getComputedStyle(radio).outlineStyle);
  expect(outline).toBe('solid');
  await page.goto(`/${BRAND}/addCredit/pix`);
  await expect(page.getByRole('radio', { name: /35/ })).toBeChecked();
  expect(await borders('35')).not.toBe(await borders('60'));
});

test('large text fits the screens of operators', async ({ page, product }) => {
  const { url, fleetSiteId } = product;
  const site = (await readSites(url))('Pompeia');
  await logIn(page, `valet@${BRAND}.example`);
  for (const [path, row] of [
    [`valet/${site}`, /VLT/],
    [`viewers/vallet/charger-status/${site}`, /Vaga/],
    [`viewers/fleet/charger-status/${fleetSiteId}`, /Vaga/],
    [`viewers/fleet/recharge-priority/${fleetSiteId}`, /%/],
    [`viewers/fleet/reliability/${fleetSiteId}`, /Vaga/],
  ] as const) {
    await page.goto(`/${BRAND}/${path}`);
    await expect(page.getByRole('row', { name: row }).first()).toBeVisible();
    await expectReadable(page, path);
  }
});
