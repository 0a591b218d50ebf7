import type { Page } from '@playwright/test';
import { BRAND, logIn } from '../pages/steps.ts';
import { fillCard, newPayer } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

const frames = (page: Page) => page.locator('iframe');

test.describe('attacks', () => {
  test.use({ provoked: /./ });

  test('refuses injected code, markup, policies and base URLs', async ({ page }) => {
    await page.goto(`/${BRAND}/`);
    await expect(page.getByRole('heading', { name: 'Estação Trianon' })).toBeVisible();
    const outcomes = await page.evaluate(async () => {
      const outcomeOf = (run: () => void) => {
        try {
          run();
          return 'done';
        } catch (error) {
          return error instanceof TypeError || error instanceof EvalError ? 'refused' : String(error);
        }
      };
      const script = document.createElement('script');
      const frame = document.createElement('iframe');
      return {
        innerHTML: outcomeOf(() => {
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = 1">');
        }),
        srcdoc: outcomeOf(() => frame.setAttribute('srcdoc', '<script>parent.ran = 1</script>')),
        script: outcomeOf(() => {
          script.src = 'https://evil.example/x.js';
        }),
        inline: outcomeOf(() => {
          script.text = 'window.ran = 1';
        }),
        worker: outcomeOf(() => new Worker('data:text/javascript,1')),
        timer: outcomeOf(() => void Reflect.apply(setTimeout, window, ['window.ran = 1'])),
        policy: outcomeOf(() =>
          window.trustedTypes?.createPolicy('mine', {
            createHTML: (html) => html,
            createScriptURL: (url) => url,
          }),
        ),
      };
    });
    expect(new Set(Object.values(outcomes)), JSON.stringify(outcomes)).toEqual(new Set(['refused']));
    const base = await page.evaluate(() => {
      const element = document.createElement('base');
      element.href = 'https://evil.example/';
      document.head.append(element);
      return document.baseURI;
    });
    expect(base).not.toContain('evil');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  test('a violation is reported to the test that caused it', async ({ page, violationsSoFar }) => {
    await page.goto(`/${BRAND}/`);
    await page.evaluate(() => {
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: 'https://evil.example/x.css',
        }),
      );
    });
    await expect
      .poll(() => violationsSoFar().join())
      .toMatch(/policy violation: style-src-elem https:\/\/evil\.example\/x\.css/);
  });

  test('refuses to be framed by another origin', async ({ page, product }) => {
    await page.route('https://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${product.url}/${BRAND}/"></iframe>` }),
    );
    await page.goto('https://evil.example/');
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  });
});

test('keeps the provider’s script from the page and its storage, and removes it with the card screen', async ({
  page,
  request,
}) => {
  await page.route('**/provider.js', async (route) => {
    const response = await route.fetch();
    const spy = `
      const reach = (run) => { try { return String(run()); } catch (error) { return error.name; } };
      globalThis.reached = {
        page: reach(() => parent.document.title),
        storage: reach(() => localStorage.length),
        cookies: reach(() => document.cookie),
        origin: self.origin,
      };`;
    await route.fulfill({ response: response, body: `${await response.text()}${spy}` });
  });
  await logIn(page, await newPayer(request));
  await page.goto(`/${BRAND}/addCreditCard`);
  await fillCard(page, '4111 1111 1111 1111', '123');
  await expect(page.getByRole('button', { name: 'Salvar Cartão' })).toBeEnabled();
  expect(
    await page.evaluate(() => [...document.scripts].filter(({ src }) => src.includes('provider')).length),
  ).toBe(0);
  expect(await page.evaluate(() => 'Iugu' in window)).toBe(false);
  const frame = page.frame({ url: /payment-frame/ });
  expect(await frame?.evaluate(() => (globalThis as { reached?: object }).reached)).toEqual({
    page: 'SecurityError',
    storage: 'SecurityError',
    cookies: 'SecurityError',
    origin: 'null',
  });

  await page.getByRole('button', { name: 'Voltar' }).first().click();
  await expect(page).toHaveURL(`/${BRAND}/paymentMethods`);
  await expect(frames(page)).toHaveCount(0);
  expect(page.frames()).toHaveLength(1);
});
