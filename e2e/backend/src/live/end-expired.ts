/** Closes the sockets of sessions that expire while they are connected. */
import { validHashes } from '../auth/tokens.ts';
import type { BackendContext } from '../context.ts';
import type { Sockets } from './sockets.ts';

/** Sockets of expired sessions close within this time, in ms. */
const CHECK_MS = 30_000;
/** Tokens per query. */
const BATCH = 1000;

type Context = Pick<BackendContext, 'db' | 'now' | 'log' | 'options'>;

/** Checks all open sockets periodically. Returns a function that stops it. */
export function scheduleSessionExpiry(context: Context, sockets: Sockets): () => void {
  const check = () =>
    endExpired(context, sockets).catch((err: unknown) =>
      context.log.error({ err }, 'the sessions of open sockets could not be checked'),
    );
  const timer = setInterval(check, context.options.sessionCheckMs ?? CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function endExpired({ db, now }: Context, sockets: Sockets): Promise<void> {
  const hashes = sockets.tokenHashes();
  for (let from = 0; from < hashes.length; from += BATCH) {
    const batch = hashes.slice(from, from + BATCH);
    const valid = await validHashes(db, batch, now());
    sockets.end(new Set(batch.filter((hash) => !valid.has(hash))));
  }
}
