/**
 * Measures the time from an interaction to the next paint (https://web.dev/articles/inp) on a slow
 * phone.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { launchOptions, WEBGL } from '../browser.ts';
import { multiplySites } from '../pages/multiply-sites.ts';
import { BRAND, logIn, startCharge } from '../pages/steps.ts';
import { type Product, startProduct } from '../product/start-product.ts';
import { fakeHistory } from './long-statement.ts';
import { SLOW_PHONE } from './page-load.ts';

const SITES = 10_000;
/** Pause between two interactions, in ms, so that each begins on an idle page as a user's does. */
const PAUSE_MS = 400;

const MARKS = '[aria-label="Locais no mapa"] button';

interface Screen {
  name: string;
  browserArgs?: string[];
  /** Opens the screen, before the CPU is slowed. */
  open: (page: Page, product: Product) => Promise<void>;
  /** Presses and types as a user does. */
  use: (user: User) => Promise<void>;
}

/** Interactions with a page, each after a pause. */
interface User {
  page: Page;
  press: (name: string | RegExp, role?: 'button' | 'radio' | 'link') => Promise<void>;
  type: (text: string) => Promise<void>;
}

const SCREENS: Screen[] = [
  {
    name: 'home',
    async open(page) {
      await page.goto(`/${BRAND}/`);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
    },
    async use({ page, press, type }) {
      await press('Atualizar');
      await press('Filtros');
      await press('DC rápida', 'radio');
      await press('Aplicar');
      await press('Limpar filtros');
      await page.getByRole('combobox').focus();
      await type('Campinas');
      await press('Limpar busca');
      await press('QR Code');
      await type('Escape');
      await page.getByRole('main').getByRole('listitem').nth(1).getByRole('link').click();
      await page.getByRole('button', { name: 'Como Chegar' }).waitFor();
      await press('Voltar');
    },
  },
  {
    browserArgs: WEBGL,
    name: `map with ${SITES.toLocaleString('en')} sites`,
    async open(page) {
      const around = { lat: -23.5616364, lng: -46.6561378, degrees: 0.4 };
      await multiplySites(page, { count: SITES, around });
      await page.goto(`/${BRAND}/?view=map`);
      await page.locator(MARKS).first().waitFor();
    },
    async use({ page, press }) {
      for (const name of ['Afastar', 'Aproximar', 'Afastar', 'Aproximar']) await press(name);
      for (let mark = 0; mark < 3; mark++) await pressMark(page);
      await press('Minha localização');
      await press('Lista', 'radio');
      await press('Mapa', 'radio');
      await page.locator(MARKS).first().waitFor();
    },
  },
  {
    name: 'recharge',
    async open(page, product) {
      const { manualCharger, number } = await product.newManualCharger();
      await logIn(page);
      await startCharge(page, number);
      await manualCharger.started;
      await manualCharger.meter(200, 7_000, 40);
      await page.getByRole('progressbar', { name: 'Bateria' }).waitFor();
      await page.getByRole('button', { name: 'Finalizar recarga' }).waitFor();
    },
    async use({ page, press, type }) {
      for (let round = 0; round < 3; round++) {
        await press('Finalizar recarga');
        await type('Escape');
      }
      await press('Finalizar recarga');
      await press('Confirmar');
      await page.waitForURL(/\/extract\/recharge\//);
    },
  },
  {
    name: 'statement of 5 years',
    async open(page) {
      await logIn(page);
      await fakeHistory(page);
      await page.goto(`/${BRAND}/extract`);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
    },
    async use({ page, press }) {
      await press('60 dias', 'radio');
      await press('90 dias', 'radio');
      await page.getByRole('main').getByRole('listitem').nth(3).getByRole('link').click();
      await page.waitForURL(/\/extract\/\w+\//);
      await press('Voltar');
      await press('30 dias', 'radio');
    },
  },
];

/**
 * Returns the slowest interaction of each screen per round, in ms. With up to 50 interactions, that
 * equals the screen's INP.
 */
export async function timeInteractions(rounds: number): Promise<Map<string, number[]>> {
  const product = await startProduct();
  const slowest = new Map<string, number[]>();
  try {
    for (let round = 0; round < rounds; round++)
      for (const screen of SCREENS) {
        const times = slowest.get(screen.name) ?? [];
        slowest.set(screen.name, times);
        times.push(await slowestOn(screen, product));
      }
  } finally {
    await product.stop();
  }
  return slowest;
}

async function slowestOn(screen: Screen, product: Product): Promise<number> {
  const browser = await chromium.launch(launchOptions(...(screen.browserArgs ?? [])));
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(recordInteractions);
    await screen.open(page, product);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpu });
    await wait(1_000);
    await page.evaluate(() => window.interactions.clear());
    await screen.use(userOf(page));
    await wait(1_000);
    const times = await page.evaluate(() => [...window.interactions.values()]);
    return Math.max(0, ...times.map(({ duration }) => duration));
  } finally {
    await browser.close();
  }
}

/** Presses the first marker that isn't chosen and that nothing covers. */
async function pressMark(page: Page): Promise<void> {
  const at = await page.evaluate((selector) => {
    for (const mark of document.querySelectorAll(`${selector}[aria-pressed="false"]`)) {
      const { left, top, width, height } = mark.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (mark.contains(document.elementFromPoint(x, y))) return { x, y };
    }
    return undefined;
  }, MARKS);
  if (!at) throw new Error('all markers are covered');
  await page.mouse.click(at.x, at.y);
  await wait(2 * PAUSE_MS);
}

function userOf(page: Page): User {
  return {
    page,
    async press(name, role = 'button') {
      const control = page.getByRole(role, { name, exact: true });
      await (role === 'radio' ? page.locator('label', { has: control }) : control).click();
      await wait(PAUSE_MS);
    },
    async type(text) {
      for (const key of text === 'Escape' ? [text] : text) {
        await page.keyboard.press(key);
        await wait(PAUSE_MS);
      }
    },
  };
}

declare global {
  interface Window {
    interactions: Map<number, { name: string; duration: number }>;
  }
}

/** Runs in the page: keeps the slowest event of each interaction. */
function recordInteractions() {
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, name, duration } = entry;
      const known = window.interactions.get(interactionId);
      if (interactionId > 0 && (known?.duration ?? 0) < duration)
        window.interactions.set(interactionId, { name, duration });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}
