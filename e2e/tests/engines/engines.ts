/**
 * The browser engines in which the smoke journey runs, besides the Chromium of all journeys. With
 * reduced motion, like that one: animations take a third of an engine's time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOldest } from '../browser.ts';
import { ensureProgram } from '../ensure-program.ts';
import { type EnginePage, TIME_ZONE } from './engine-page.ts';
import { openWithPlaywright } from './playwright-page.ts';
import { openWithPuppeteer } from './puppeteer-page.ts';
import { openWithWebDriver } from './webdriver-page.ts';

export interface Engine {
  name: string;
  /** Returns undefined if the engine is missing and can't be installed. */
  open: () => Promise<EnginePage | undefined>;
  /** What is missing then. */
  missing: string;
  /** Problems of the engine itself. */
  noise?: RegExp;
}

const ensureFirefox = () => ensureProgram('firefox-esr');
const ensureWebKit = () => ensureProgram('WebKitWebDriver', 'webkit2gtk-driver');
const ensureDisplay = () => ensureProgram('Xvfb', 'xvfb');

/** Installs what is missing for the engines, if this user is root. */
export function ensureEngines(): void {
  for (const ensure of [ensureFirefox, ensureWebKit, ensureDisplay]) ensure();
}

export const ENGINES: readonly Engine[] = [
  {
    name: 'Chromium 107',
    missing: 'its package is for Linux on x64',
    open: async () => {
      const browser = await launchOldest();
      return browser && openWithPlaywright(browser);
    },
  },
  {
    name: 'Firefox',
    missing: 'Debian’s firefox-esr or xvfb is missing',
    // A navigation cancels a preload (the hash is that of an empty file), a late script, or a response of the
    // service worker. Real failures are also reported as failed requests.
    noise:
      /hash is .47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=|first screen\] ChunkLoadError|ServiceWorker intercepted/,
    open: async () => {
      const executablePath = ensureFirefox();
      const display = ensureDisplay();
      if (!executablePath || !display) return undefined;
      // Firefox refuses to run as root in the home of another user.
      const HOME = mkdtempSync(join(tmpdir(), 'firefox-'));
      const env = { ...process.env, DISPLAY: await startDisplay(display), HOME, TZ: TIME_ZONE };
      // Without a display it has no WebGL, which the map needs.
      return openWithPuppeteer({
        browser: 'firefox',
        executablePath,
        headless: false,
        env,
        extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
      });
    },
  },
  {
    name: 'WebKit',
    missing: 'Debian’s webkit2gtk-driver or xvfb is missing',
    open: async () => {
      const program = ensureWebKit();
      const display = ensureDisplay();
      const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
      if (!program || !display || !binary) return undefined;
      const args = ['--automation', '--javascript-can-open-windows-automatically=true'];
      const XDG_CONFIG_HOME = mkdtempSync(join(tmpdir(), 'webkit-'));
      mkdirSync(join(XDG_CONFIG_HOME, 'gtk-3.0'));
      writeFileSync(join(XDG_CONFIG_HOME, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
      return openWithWebDriver({
        program,
        env: { DISPLAY: await startDisplay(display), TZ: TIME_ZONE, XDG_CONFIG_HOME },
        capabilities: { 'webkitgtk:browserOptions': { binary, args } },
      });
    },
  },
];

/** Starts a display in memory, which ends when its last window is closed. Returns its name. */
async function startDisplay(program: string): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1000x1000x24', '-terminate'];
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(server.stdout, 'data');
  return `:${String(number).trim()}`;
}
