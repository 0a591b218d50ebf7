/** Measures a page's heap, nodes and listeners, for tests that look for leaks. */
import { setTimeout } from 'node:timers/promises';
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

/** Makes the page transparent. Drawing each change takes a tenth of the CPU time. */
export const leaveUndrawn = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('opacity', '0'));

/**
 * Pause between collections, in ms: on a busy machine the browser ends some work only after them.
 */
const PAUSE_MS = 200;

/**
 * Collects garbage until three rounds in a row free nothing. Work in flight may take some rounds.
 */
export async function countAfterCollection(cdp: CDPSession): Promise<Counts> {
  let counts = await collectAndCount(cdp);
  for (let rounds = 0, stable = 0; stable < 3 && rounds < 30; rounds++) {
    await setTimeout(PAUSE_MS);
    const least = leastOf(counts, await collectAndCount(cdp));
    const freed = difference(counts, least);
    stable = freed.heap + freed.nodes + freed.listeners > 0 ? 0 : stable + 1;
    counts = least;
  }
  return counts;
}

/** Returns the least of each figure. */
export const leastOf = (a: Counts, b: Counts): Counts => ({
  heap: Math.min(a.heap, b.heap),
  nodes: Math.min(a.nodes, b.nodes),
  listeners: Math.min(a.listeners, b.listeners),
});

async function collectAndCount(cdp: CDPSession): Promise<Counts> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

export const difference = (after: Counts, before: Counts): Counts => ({
  heap: after.heap - before.heap,
  nodes: after.nodes - before.nodes,
  listeners: after.listeners - before.listeners,
});
