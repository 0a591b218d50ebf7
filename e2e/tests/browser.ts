/** Selects the Chromium for the journeys and the benchmark, and its launch options. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from '@playwright/test';
import { aptInstall } from './apt.ts';
import { type BrowserProgram, oldestBrowser, pinnedBrowser } from './pinned-browser.ts';
import { sharedMemory } from './shared-memory.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** WebGL rendered by the CPU, for tests that show the map. Slow, so only for those. */
export const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** With `WEBGL`: only the map is drawn with WebGL, not the whole page, which takes a third of the time. */
export const PLAIN_COMPOSITING = '--disable-gpu-compositing';

/** Disables the optimizing compilers: their generated code would count as growth of the heap. */
export const UNCOMPILED = '--js-flags=--no-opt --no-maglev';

/** Playwright makes Chromium keep its shared memory in files, which costs 3 % of the CPU time. */
const ignoredArgs = () => (sharedMemory() ? ['--disable-dev-shm-usage'] : []);

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/**
 * Values of `TEST_BROWSER`, in order of preference. Each returns the program if it is on this
 * machine.
 */
const SOURCES: Record<string, () => BrowserProgram | undefined> = {
  pinned: pinnedBrowser,
  playwright: () => at(chromium.executablePath()),
  system: () => at(SYSTEM_PATHS.find((path) => existsSync(path))),
};

/** Installs a missing browser. */
const INSTALL: Record<string, () => void> = {
  playwright() {
    const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  },
  system: () => aptInstall('chromium'),
};

const at = (executablePath: string | undefined): BrowserProgram | undefined =>
  executablePath && existsSync(executablePath) ? { executablePath, env: {} } : undefined;

/** @param name a source's name, or the path of a Chromium */
const find = (name: string) => (SOURCES[name] ?? (() => at(name)))();

/**
 * Chooses the first browser that starts, prints which one it is, and sets `TEST_BROWSER` to it for
 * this process and its children. If `TEST_BROWSER` is set already (`pinned`, `playwright`, `system`
 * or the path of a Chromium), only that one is tried. Throws if none starts.
 */
export async function ensureBrowser(): Promise<void> {
  const wanted = process.env.TEST_BROWSER;
  for (const name of wanted ? [wanted] : Object.keys(SOURCES)) {
    try {
      if (!find(name)) INSTALL[name]?.();
      process.env.TEST_BROWSER = name;
      const browser = await chromium.launch(launchOptions());
      console.log(`Browser: Chromium ${browser.version()} (${name})`);
      return await browser.close();
    } catch (error) {
      console.error(`Browser "${name}" can't be used: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error('There is no browser for the tests. TEST_BROWSER can name the path of a Chromium.');
}

/**
 * Returns the launch options for the browser that `ensureBrowser` chose. `args` are added to the
 * usual arguments.
 */
export function launchOptions(...args: string[]): Partial<ReturnType<typeof optionsOf>> {
  const name = process.env.TEST_BROWSER;
  // Playwright also reads the configuration before its global setup calls `ensureBrowser`.
  if (!name) return {};
  const program = find(name);
  if (!program) throw new Error('it is not on this machine.');
  return optionsOf(program, args);
}

/** Launches the oldest supported Chromium; returns undefined on a platform without it. */
export async function launchOldest(): Promise<Browser | undefined> {
  const program = oldestBrowser();
  return program && chromium.launch(optionsOf(program, [...WEBGL, PLAIN_COMPOSITING]));
}

function optionsOf({ executablePath, env }: BrowserProgram, args: string[]) {
  return {
    executablePath,
    args: [...ARGS, ...args],
    ignoreDefaultArgs: ignoredArgs(),
    env: { ...process.env, ...env },
  };
}
