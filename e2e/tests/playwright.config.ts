import { defineConfig, devices } from '@playwright/test';
import { STAGE_MS } from '../run-tests/time-left.ts';
import { launchOptions } from './browser.ts';

/** These take minutes on one core, so `pnpm test` runs them alongside the others. */
const WEEK = ['**/unattended-board.spec.ts', '**/reopened-remotes.spec.ts'];

export default defineConfig({
  globalSetup: './global-setup.ts',
  testDir: './journeys',
  // A run empties the folders of its own projects only.
  projects: [
    { name: 'journeys', testIgnore: WEEK, outputDir: '../../.cache/playwright/journeys' },
    { name: 'week', testMatch: WEEK, outputDir: '../../.cache/playwright/week' },
  ],
  fullyParallel: true,
  // Journeys wait for timers and the network most of the time: three keep two cores busy.
  workers: 3,
  // A failed test runs again to record a trace, and still counts as failed. Recording every test
  // would take a quarter of the time.
  retries: 1,
  failOnFlakyTests: true,
  timeout: STAGE_MS,
  expect: { timeout: STAGE_MS },
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
    trace: 'on-first-retry',
    launchOptions: launchOptions(),
  },
});
