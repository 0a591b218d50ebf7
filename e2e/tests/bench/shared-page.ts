import { startTestBackend } from '@e2e/backend/testing';
import { DATA_ID } from '@shared/contract/view-names';

/** Few enough to end within the second in which requests share a page. */
const HITS = 300;

/**
 * Returns the processor time in ms of one request for a page that is already rendered and shared.
 * @throws if the page has no first view
 */
export async function timeSharedPage(webAppDir: string, path: string): Promise<number> {
  const backend = await startTestBackend({ webAppDir, seed: true, renderMs: 10_000, viewMs: 10_000 });
  try {
    const { payload } = await backend.app.inject({ method: 'GET', url: path });
    if (!payload.includes(DATA_ID)) throw new Error(`${path} has no first view`);
    const request = { method: 'GET', url: path, headers: { 'accept-encoding': 'br' } } as const;
    await backend.app.inject(request);
    const usageBefore = process.cpuUsage();
    for (let count = 0; count < HITS; count++) await backend.app.inject(request);
    const { user, system } = process.cpuUsage(usageBefore);
    return (user + system) / 1000 / HITS;
  } finally {
    await backend.close();
  }
}
