/** Withdraws versions of remotes that fail more often than their predecessor. */
import { findWithdrawals } from '@shared/registry/find-withdrawals';
import { withdrawnVersions } from '../platform/database/schema.ts';
import type { RemotesContext } from './context.ts';
import { readCounts } from './counts.ts';
import { createRegistryReader, readWithdrawn } from './registry-file.ts';

/** Returns a function that withdraws failing versions of the current registry. */
export function createWithdrawal(context: RemotesContext): () => Promise<void> {
  const { db, now, log, options } = context;
  const { webAppDir, withdrawsVersions } = options;
  const readRegistry = webAppDir === undefined ? undefined : createRegistryReader(webAppDir);
  return async () => {
    if (!readRegistry || !withdrawsVersions) return;
    const registry = { remotes: await readRegistry(), withdrawn: await readWithdrawn(db) };
    const found = findWithdrawals(registry, await readCounts(context), now());
    for (const { name, version, reason, figures } of found) {
      const written = await db
        .insert(withdrawnVersions)
        .values({ remote: name, version, reason, figures, at: now() })
        .onConflictDoNothing()
        .returning();
      if (written.length > 0) log.warn({ remote: name, version, reason }, 'a version was withdrawn');
    }
  };
}
