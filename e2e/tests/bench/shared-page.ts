import { readdir } from 'node:fs/promises';
import { startTestBackend } from '@e2e/backend/testing';
import { DATA_ID } from '@shared/contract/view-names';

/** Few enough to end within the second in which requests share a page. */
const HITS = 300;

/**
 * Returns the processor time in ms of one request for a page that is already rendered and shared, and
 * of one for the script of the web app that is nearest to it in size.
 * @throws if the page has no first view
 */
export async function timeSharedPage(
  webAppDir: string,
  path: string,
): Promise<Record<'page' | 'file', number>> {
  const backend = await startTestBackend({ webAppDir, seed: true, renderMs: 10_000, viewMs: 10_000 });
  const request = (url: string) =>
    backend.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br' } });
  const sizeOf = async (url: string) => (await request(url)).rawPayload.length;
  async function time(url: string): Promise<number> {
    await request(url);
    const usageBefore = process.cpuUsage();
    for (let count = 0; count < HITS; count++) await request(url);
    const { user, system } = process.cpuUsage(usageBefore);
    return (user + system) / 1000 / HITS;
  }
  try {
    const { payload } = await backend.app.inject({ method: 'GET', url: path });
    if (!payload.includes(DATA_ID)) throw new Error(`${path} has no first view`);
    const size = await sizeOf(path);
    const scripts = (await readdir(webAppDir, { recursive: true })).filter((name) => name.endsWith('.js'));
    let nearest = { url: '', difference: Number.POSITIVE_INFINITY };
    for (const url of scripts.map((name) => `/${name}`)) {
      const difference = Math.abs((await sizeOf(url)) - size);
      if (difference < nearest.difference) nearest = { url, difference };
    }
    return { page: await time(path), file: await time(nearest.url) };
  } finally {
    await backend.close();
  }
}
