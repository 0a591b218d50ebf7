/**
 * Measures how long a figure takes from the charge point's frame to the driver's screen, against a
 * bare websocket.
 */
import { createServer } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { logIn, startCharge } from '../pages/steps.ts';
import type { Product } from '../product/start-product.ts';

const SAMPLES = 60;

/** Resolves with the time (ms since 1970) at which the page shows `text`. */
const seenAt = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isShown = () => document.body.textContent?.includes(wanted) === true;
        const now = () => performance.timeOrigin + performance.now();
        if (isShown()) return resolve(now());
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          resolve(now());
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        return undefined;
      }),
    text,
  );

const now = () => performance.timeOrigin + performance.now();

/**
 * Returns the ms from sending each meter value over OCPP until the recharge screen shows its power.
 */
export async function timeOcppToScreen(browser: Browser, product: Product): Promise<number[]> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const charger = await product.newManualCharger();
  try {
    await logIn(page);
    await startCharge(page, charger.number);
    await charger.manualCharger.started;
    const times: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      // Each sample has its own power, to distinguish it from the previous one.
      const watts = 5_000 + sample * 100;
      const shown = `${(watts / 1000).toLocaleString('pt-BR', { minimumFractionDigits: 1 })}\u00a0kW`;
      const seen = seenAt(page, shown);
      await page.evaluate(() => undefined);
      const sent = now();
      await charger.manualCharger.meter(sample * 10, watts, 50);
      times.push((await seen) - sent);
    }
    await charger.manualCharger.stop();
    return times;
  } finally {
    charger.manualCharger.close();
    await context.close();
  }
}

/**
 * Returns the ms from sending each text over a bare websocket until an otherwise idle page shows
 * it.
 */
export async function timeBareEcho(browser: Browser): Promise<number[]> {
  const server = createServer((_, response) => response.end('<!doctype html><p id="figure"></p>'));
  const sockets = new WebSocketServer({ server });
  // Send each message to all other clients.
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      for (const other of sockets.clients) if (other !== socket) other.send(String(data));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the echo server has no port');
  const host = `127.0.0.1:${address.port}`;
  const page = await browser.newPage();
  const sender = new WebSocket(`ws://${host}`);
  try {
    await page.goto(`http://${host}/`);
    await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const socket = new WebSocket(url);
          socket.onopen = resolve;
          socket.onmessage = ({ data }) => {
            const figure = document.getElementById('figure');
            if (figure) figure.textContent = String(data);
          };
        }),
      `ws://${host}`,
    );
    const times: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const seen = seenAt(page, `figure ${sample};`);
      await page.evaluate(() => undefined);
      const sent = now();
      sender.send(`figure ${sample};`);
      times.push((await seen) - sent);
    }
    return times;
  } finally {
    sender.close();
    await page.close();
    sockets.close();
    server.close();
    server.closeAllConnections();
  }
}
