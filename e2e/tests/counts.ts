/** Measures a page's heap, nodes and listeners, for tests that look for leaks. */
import type { CDPSession, Page } from '@playwright/test';

export interface Counts {
  /** Size of the JavaScript heap, in bytes. */
  heap: number;
  nodes: number;
  listeners: number;
}

export async function openProfiler(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  return cdp;
}

export async function countAfterCollection(cdp: CDPSession): Promise<Counts> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

export const difference = (after: Counts, before: Counts): Counts => ({
  heap: after.heap - before.heap,
  nodes: after.nodes - before.nodes,
  listeners: after.listeners - before.listeners,
});
