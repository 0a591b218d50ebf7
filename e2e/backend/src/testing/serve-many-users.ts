/**
 * A backend with the demo data and the given number of users. The load comes from another process,
 * so that CPU times are measured separately. Sends `{url, tokens}` to its parent, and its usage on
 * request. The first user has credit.
 */
import { createBackend } from '../app.ts';
import { topUp } from '../domain/money/wallet/ledger.ts';
import { issueToken } from '../domain/people/auth/tokens.ts';
import { users } from '../platform/database/schema.ts';
import { freshDatabase } from './fresh-database.ts';
import { reportUsage } from './usage.ts';

const count = Number(process.argv[2]);
const database = await freshDatabase();
const backend = await createBackend({
  ...database.options,
  sandbox: true,
  seed: true,
  // All sockets of the load come from one IP address.
  liveSocketsPerAddressBlock: count,
});
const { db, now } = backend.context;
const rows = await db
  .insert(users)
  .values(
    Array.from({ length: count }, (_, i) => ({ brandId: 1, email: `user-${i}@example.com`, name: `${i}` })),
  )
  .returning({ id: users.id });
const tokens = await Promise.all(rows.map(({ id }) => issueToken(backend.context, id, now())));
const [first] = rows;
if (first) await topUp(db, first.id, 10_000, 'load test');

process.once('SIGTERM', async () => {
  await backend.close();
  await database.drop();
  process.exit(0);
});
reportUsage();
process.send?.({ url: backend.url, tokens });
