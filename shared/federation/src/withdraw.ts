/** `pnpm remote watch`: withdraws failing versions by the counts of any collector. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry, Withdrawn } from '@shared/contract';
import { findWithdrawals } from '@shared/contract/find-withdrawals';
import { RemoteCounts } from '@shared/contract/remote-report';
import { changeRegistry } from './change-registry.ts';
import { readRegistry } from './registry.ts';
import { describeWithdrawn, namedWithdrawn } from './withdrawn.ts';

const TIMEOUT = 30_000;

interface WatchOptions {
  dist: string;
  /** Address that returns `RemoteCounts`. */
  url: string;
  /** Sent as a bearer token, if any. */
  token?: string | undefined;
  everyMs: number;
  print: (line: string) => void;
}

/** Withdraws failing versions until `signal` aborts. A failed round is printed. */
export async function watch(
  { everyMs, print, ...options }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await withdrawFailing(options).then(
      (withdrawn) => {
        for (const one of withdrawn) {
          print(`${one.name} ${describeWithdrawn(one)}`);
          print(`Undo: delete its counts, then pnpm remote reinstate ${one.name} ${one.version}`);
        }
      },
      (error: unknown) => print(`not checked: ${error instanceof Error ? error.message : error}`),
    );
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Writes the versions that fail more often than their predecessor to the registry, and returns them.
 * @throws if the counts can't be read or the registry can't be written
 */
export async function withdrawFailing({
  dist,
  url,
  token,
}: Omit<WatchOptions, 'everyMs' | 'print'>): Promise<Withdrawn[]> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(url, { ...(headers && { headers }), signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const { counts } = RemoteCounts.parse(await response.json());
  const find = (registry: Registry) => findWithdrawals(registry, counts, new Date());

  const found = find(await readRegistry(dist));
  for (const one of found) {
    const note = { who: 'remote watch', what: `withdraw ${one.version}`, remote: one.name };
    // By the registry at the time of the change: another version may be live by now.
    const added = (registry: Registry) =>
      find(registry).filter(({ name, version }) => name === one.name && version === one.version);
    await changeRegistry(
      dist,
      (registry) => ({ ...registry, withdrawn: [...namedWithdrawn(registry), ...added(registry)] }),
      note,
    );
  }
  return found;
}
