import { defineConfig, devices } from '@playwright/test';
import { HANG_MS, MAX_FAILURES, WAIT_MS } from '../run/hang-limit.ts';
import { launchOptions } from './browser.ts';

export default defineConfig({
  globalSetup: './global-setup.ts',
  testDir: './journeys',
  outputDir: '../../.cache/playwright',
  fullyParallel: true,
  timeout: HANG_MS,
  expect: { timeout: WAIT_MS },
  maxFailures: MAX_FAILURES,
  reporter: [
    ['list'],
    ['./failure-reporter.ts'],
    ...(process.env.PLAYWRIGHT_REPORT
      ? [['json', { outputFile: process.env.PLAYWRIGHT_REPORT }] as const]
      : []),
  ],
  use: {
    ...devices['Pixel 7'],
    // The CPU renders: the phone's device scale factor of 2.6 would take longer.
    deviceScaleFactor: 1,
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // `page.route` doesn't see a service worker's requests. Journeys about the worker allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Takes a quarter of the time.
    trace: process.env.JOURNEY_TRACE === '1' ? 'on' : 'off',
    // Animations would draw at 60 Hz for as long as a test waits.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions(),
  },
});
