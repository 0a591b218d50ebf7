import type { Withdrawn } from '@shared/registry';
import { isNull } from '../platform/database/orm.ts';
import { withdrawnVersions } from '../platform/database/schema.ts';
import type { RemotesContext } from './context.ts';

/** Returns the versions that this database's servers have withdrawn, oldest first. */
export async function readWithdrawn(db: RemotesContext['db']): Promise<Withdrawn[]> {
  const rows = await db
    .select()
    .from(withdrawnVersions)
    .where(isNull(withdrawnVersions.reinstatedAt))
    .orderBy(withdrawnVersions.at);
  return rows.map(({ remote: name, version, reason, at }) => ({
    name,
    version,
    reason,
    at: at.toISOString(),
  }));
}
