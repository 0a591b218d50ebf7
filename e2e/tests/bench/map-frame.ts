/** Measures the map's first frame on a slow phone against an empty map of the same library. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions, WEBGL } from '../browser.ts';
import { BRAND } from '../pages/steps.ts';
import { startProduct } from '../product/start-product.ts';
import { SLOW_PHONE } from './page-load.ts';

/** The library of the sites remote. */
const LIBRARY = resolve(import.meta.dirname, '../../../remotes/sites/node_modules/maplibre-gl/dist');

/** Adds an empty map as our code does: the library is loaded after the press. */
const EMPTY_MAP = `<!doctype html><html><head><link rel="stylesheet" href="maplibre-gl.css"></head>
<body style="margin:0"><label><input type="radio">Mapa</label><div id="map" style="height:700px"></div><script type="module">
document.querySelector('input').onchange = async () => {
  const { Map, setWorkerUrl } = await import('/maplibre-gl.mjs');
  setWorkerUrl('/maplibre-gl-worker.mjs');
  const style = { version: 8, sources: {}, layers: [] };
  const map = new Map({ container: 'map', style, center: [-46.66, -23.56], zoom: 15, attributionControl: false });
  map.once('load', () => document.body.dataset.drawn = 'true');
};
</script></body></html>`;

const TYPES: Record<string, string> = { '.mjs': 'text/javascript', '.css': 'text/css' };
const DRAWN_APP_MAP = 'ul[aria-label="Locais no mapa"]';
const DRAWN_EMPTY_MAP = 'body[data-drawn]';

export interface MapFrames {
  ours: number[];
  empty: number[];
}

/** Returns the times in ms from the press of 'Mapa' until the first frame, with an empty cache. */
export async function timeMapFrames(rounds: number): Promise<MapFrames> {
  const server = await serveEmptyMap();
  const product = await startProduct();
  const browser = await chromium.launch(launchOptions(...WEBGL));
  const times: MapFrames = { ours: [], empty: [] };
  try {
    for (let round = 0; round <= rounds; round++) {
      const ours = await timeFrame(browser, `${product.url}/${BRAND}/`, DRAWN_APP_MAP);
      const empty = await timeFrame(browser, `${server.url}/`, DRAWN_EMPTY_MAP);
      // The first round only warms up.
      if (round === 0) continue;
      times.ours.push(ours);
      times.empty.push(empty);
    }
    return times;
  } finally {
    await browser.close();
    await product.stop();
    server.stop();
  }
}

/** Serves the page and the library as our server does: with the best compression. */
async function serveEmptyMap() {
  const files = new Map(
    ['.mjs', '-shared.mjs', '-worker.mjs', '.css'].map((end) => {
      const name = `maplibre-gl${end}`;
      return [
        `/${name}`,
        { type: TYPES[extname(name)], body: brotliCompressSync(readFileSync(`${LIBRARY}/${name}`)) },
      ];
    }),
  ).set('/', { type: 'text/html', body: brotliCompressSync(EMPTY_MAP) });
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url);
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': file.type, 'Content-Encoding': 'br' }).end(file.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function timeFrame(browser: Browser, url: string, drawn: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(recordFirstFrame);
  try {
    const page = await open(await context.newPage(), url);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_PHONE });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpu });
    return await pressMap(page, drawn);
  } finally {
    await context.close();
  }
}

async function open(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await page.getByText('Mapa').waitFor();
  await page.waitForTimeout(1_500);
  return page;
}

/**
 * Runs in the page: records when WebGL first clears the canvas, which begins each of the library's
 * frames.
 */
function recordFirstFrame() {
  const clear = WebGL2RenderingContext.prototype.clear;
  WebGL2RenderingContext.prototype.clear = function (mask) {
    if (this.canvas instanceof HTMLCanvasElement && this.canvas.isConnected)
      document.documentElement.dataset.frameAt ??= String(performance.now());
    return clear.call(this, mask);
  };
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => (document.documentElement.dataset.pressedAt = String(timeStamp)),
    { once: true },
  );
}

async function pressMap(page: Page, drawn: string): Promise<number> {
  await page.locator('label', { hasText: 'Mapa' }).click();
  await page.locator(drawn).waitFor({ state: 'attached' });
  return page.evaluate(() => {
    const { frameAt, pressedAt } = document.documentElement.dataset;
    return Number(frameAt) - Number(pressedAt);
  });
}
