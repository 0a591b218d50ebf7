import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.ts';
import { writeQrCodeVideo } from '../pages/camera-video.ts';
import { BRAND, logIn, stopCharge } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { expect, test } from '../product/product.ts';

/** Opens a page in a browser with a camera that shows `text` as a QR code. */
async function withCamera<T>(
  text: string,
  videoPath: string,
  baseURL: string,
  run: (page: import('@playwright/test').Page) => Promise<T>,
) {
  writeQrCodeVideo(text, videoPath);
  const launched = await chromium.launch(
    launchOptions(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${videoPath}`,
    ),
  );
  const browser = watchBrowser(launched);
  try {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      permissions: ['camera'],
    });
    return await run(await context.newPage());
  } finally {
    await browser.close();
  }
}

test('the camera reads a charger’s QR code, and the charge ends with its receipt', async ({
  product,
}, info) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  // The URL names another host: the app uses only its number, and never opens it.
  await withCamera(
    `https://charge.example/ch/${charger.number}`,
    info.outputPath('qr.y4m'),
    product.url,
    async (page) => {
      const foreignRequests: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(product.url) && !/^(data|blob):/.test(request.url()))
          foreignRequests.push(request.url());
      });
      await logIn(page);
      await page.goto(`/${BRAND}/qrcode`);
      await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
      await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
      await stopCharge(page);
      await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
      expect(foreignRequests).toEqual([]);
    },
  );
});

test('shows an error for a QR code that is not a charger’s, and still accepts a typed number', async ({
  product,
}, info) => {
  const charger = await product.newCharger();
  await withCamera('https://menu.example/almoco', info.outputPath('other.y4m'), product.url, async (page) => {
    await logIn(page);
    await page.goto(`/${BRAND}/qrcode`);
    await expect(page.getByText(/não é de um carregador/i).first()).toBeVisible();
    await expect(page).toHaveURL(`/${BRAND}/qrcode`);
    await page.getByLabel('Número do carregador').fill(charger.number);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();
  });
});

test('a tampered decoder shows an error and is not compiled, and a retry reads the code', async ({
  product,
}, info) => {
  const charger = await product.newCharger();
  const url = `https://charge.example/ch/${charger.number}`;
  await withCamera(url, info.outputPath('decoder.y4m'), product.url, async (page) => {
    await logIn(page);
    await page.route('**/*.wasm', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      // Changes the module's last byte. A valid module with other behaviour is as easy to make.
      await route.fulfill({ response, body: Buffer.concat([body.subarray(0, -1), Buffer.of(0)]) });
    });
    await page.goto(`/${BRAND}/qrcode`);
    await expect(page.getByText('Não foi possível abrir a câmera')).toBeVisible();
    await expect(page.getByLabel('Número do carregador')).toBeVisible();
    // The app may have requested the decoder twice: the other response still has to be sent.
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();
  });
});
