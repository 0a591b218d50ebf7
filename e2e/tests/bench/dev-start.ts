import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { freePorts } from '../product/free-ports.ts';
import { stopChild } from '../servers/child.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Returns the time in ms from the command `pnpm dev` to the first site card in a browser, with the
 * database and the compilations of the previous start.
 */
export async function timeDevStart(browser: Browser): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'dev-start-'));
  try {
    await startOnce(browser, home);
    return await startOnce(browser, home);
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function startOnce(browser: Browser, home: string): Promise<number> {
  const port = await freePorts();
  const page = await browser.newPage();
  const started = performance.now();
  const child = spawn(process.execPath, ['e2e/dev.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(home, 'database'),
      DATABASE_URL: '',
      NODE_ENV: '',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const url = `http://localhost:${port}/`;
    const isServed = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isServed())) await wait(50);
    await page.goto(url);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    return performance.now() - started;
  } finally {
    await page.close();
    await stopChild(child);
  }
}
