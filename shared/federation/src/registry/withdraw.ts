/** `pnpm remote watch`: withdraws failing versions, based on the counts of any collector. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry, Withdrawn } from '@shared/registry';
import { findWithdrawals } from '@shared/registry/find-withdrawals';
import { RemoteCounts } from '@shared/registry/remote-report';
import { changeRegistry } from './change-registry.ts';
import { currentUser } from './history.ts';
import { describeWithdrawn, namedWithdrawn, readRegistry } from './registry.ts';

const TIMEOUT_MS = 30_000;

interface WatchOptions {
  dist: string;
  /** Returns `RemoteCounts`. */
  url: string;
  /** Sent as a bearer token, if any. */
  token?: string | undefined;
  everyMs: number;
  print: (line: string) => void;
}

/** Withdraws failing versions until `signal` aborts. Prints failed rounds. */
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
 * Withdraws the versions that fail more often than their predecessor, in the registry. Returns
 * them.
 * @throws if the counts can't be read or the registry can't be written
 */
export async function withdrawFailing({
  dist,
  url,
  token,
}: Omit<WatchOptions, 'everyMs' | 'print'>): Promise<Withdrawn[]> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(url, { ...(headers && { headers }), signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const { counts } = RemoteCounts.parse(await response.json());
  const find = (registry: Registry) => findWithdrawals(registry, counts, new Date());

  const found = find(await readRegistry(dist));
  for (const one of found) {
    const note = { who: 'remote watch', what: `withdraw ${one.version}`, remote: one.name };
    // Evaluated again with the registry of the change: another version may be live by now.
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

/**
 * Removes a version from the registry's withdrawn versions, so that browsers run it again.
 * @throws if it isn't one of them: the web app's server keeps its own list in its database
 */
export async function reinstate(
  name: string,
  version: string,
  dist: string,
  who = currentUser(),
): Promise<void> {
  await changeRegistry(
    dist,
    (registry) => {
      const { withdrawn = [] } = registry;
      const left = withdrawn.filter((one) => one.name !== name || one.version !== version);
      if (left.length === withdrawn.length)
        throw new Error(
          `the registry has not withdrawn ${name} ${version}. If the web app's server has, delete it from its table withdrawn_versions`,
        );
      return { ...registry, withdrawn: left };
    },
    { who, what: `reinstate ${version}`, remote: name },
  );
}
