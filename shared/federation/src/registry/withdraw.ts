/** Withdraws versions: failing ones by the counts of any collector (`remote watch`), and given ones. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Registry, Withdrawn } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { namedWithdrawn, withoutWithdrawal, withWithdrawal } from '@shared/registry/changes';
import { findWithdrawals } from '@shared/registry/find-withdrawals';
import { RemoteCounts } from '@shared/registry/remote-report';
import { reasonOf } from '../urls.ts';
import { changeRegistry, describeWithdrawn } from './change-registry.ts';

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
      (error: unknown) => print(`not checked by ${options.url}: ${reasonOf(error)}`),
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
  const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { data, error } = RemoteCounts.safeParse(await response.json());
  if (!data) throw new Error(`no counts: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`);
  const { counts } = data;
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
 * Adds a version to the registry's withdrawn versions, so that no browser runs it.
 * @throws if the registry doesn't name it
 */
export async function withdraw(
  name: string,
  version: string,
  reason: string,
  dist: string,
  who: string,
): Promise<void> {
  const at = new Date().toISOString();
  await changeRegistry(dist, (registry) => withWithdrawal(registry, { name, version, reason, at }), {
    who,
    what: `withdraw ${version}`,
    remote: name,
  });
}

/**
 * Removes a version from the registry's withdrawn versions, so that browsers run it again.
 * @throws if it isn't one of them: the web app's server keeps its own list in its database
 */
export async function reinstate(name: string, version: string, dist: string, who: string): Promise<void> {
  await changeRegistry(
    dist,
    (registry) => {
      const { withdrawn = [] } = registry;
      const left = withoutWithdrawal(withdrawn, { name, version });
      if (left.length === withdrawn.length)
        throw new Error(
          `the registry has not withdrawn ${name} ${version}. If the web app's server has, reinstate it on its page /releases`,
        );
      return { ...registry, withdrawn: left };
    },
    { who, what: `reinstate ${version}`, remote: name },
  );
}
