import { validHashes } from '../people/auth/tokens.ts';
import type { LiveContext } from './context.ts';
import type { Sockets } from './sockets.ts';

/** Tokens per query. */
const BATCH = 1000;

/** Closes the sockets of sessions that have expired while they were connected. */
export async function endExpired({ db, now }: Pick<LiveContext, 'db' | 'now'>, sockets: Sockets) {
  const hashes = sockets.tokenHashes();
  for (let from = 0; from < hashes.length; from += BATCH) {
    const batch = hashes.slice(from, from + BATCH);
    const valid = await validHashes(db, batch, now());
    sockets.closeSessions(new Set(batch.filter((hash) => !valid.has(hash))));
  }
}
