/**
 * A backend with the demo and so many users, to be put under load from outside; a process of its own, so that what it
 * takes can be told from what the load takes. Says `{url, tokens}` to its parent, the first user with credit, and its
 * usage whenever it is asked.
 */
import { createBackend } from '../app.ts';
import { issueToken } from '../auth/tokens.ts';
import { users } from '../db/schema.ts';
import { topUp } from '../wallet/ledger.ts';
import { freshDatabase } from './fresh-database.ts';
import { answerUsage } from './usage.ts';

const count = Number(process.argv[2]);
const database = await freshDatabase();
const backend = await createBackend({
  ...database.options,
  sandbox: true,
  seed: true,
  // All of the crowd's sockets come from one address.
  liveSocketsPerNetwork: count,
});
const { db, now } = backend.context;
const rows = await db
  .insert(users)
  .values(
    Array.from({ length: count }, (_, i) => ({ brandId: 1, email: `crowd-${i}@example.com`, name: `${i}` })),
  )
  .returning({ id: users.id });
const tokens = await Promise.all(rows.map(({ id }) => issueToken(db, id, now())));
const [first] = rows;
if (first) await topUp(db, first.id, 10_000, 'crowd');

process.once('SIGTERM', async () => {
  await backend.close();
  await database.drop();
  process.exit(0);
});
answerUsage();
process.send?.({ url: backend.url, tokens });
