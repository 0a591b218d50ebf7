import type { Withdrawn } from '@shared/registry';
import { withdrawnVersions } from '../platform/database/schema.ts';
import type { RemotesContext } from './context.ts';

/** Returns the versions that this database's servers have withdrawn, oldest first. */
export async function readWithdrawn(db: RemotesContext['db']): Promise<Withdrawn[]> {
  const rows = await db.select().from(withdrawnVersions).orderBy(withdrawnVersions.at);
  return rows.map(({ remote: name, version, reason, at }) => ({
    name,
    version,
    reason,
    at: at.toISOString(),
  }));
}
