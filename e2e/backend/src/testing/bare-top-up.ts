/**
 * A server with a single call, the top-up with an accepted card: Node's HTTP, the database's own
 * driver, and the statements of `domain/money/payment/top-up.ts` in the same transactions. Baseline for the
 * backend's performance.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Runs a statement and returns its rows, with either driver. */
type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
export interface Driver {
  query: Query;
  /** Runs `work` between `begin` and `commit`, on one connection. */
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const OWN_ORDER = 'select * from orders where user_id = $1 and idempotency_key = $2';
const ACCOUNT = 'select id from ledger_accounts where kind = $1 and user_id = $2';
const ENTRY = 'insert into ledger_entries (transfer_id, account_id, cents) values ($1, $2, $3)';

/** Starts the server on a free port. */
export async function startBareServer(driver: Driver): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const { Ammount, PaymentMethod } = (await json(request)) as { Ammount: number; PaymentMethod: string };
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const order = await topUp(
      driver,
      token,
      String(request.headers['idempotency-key']),
      Ammount,
      PaymentMethod,
    );
    response.setHeader('content-type', 'application/json').end(JSON.stringify(order));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the bare server has no port');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

async function topUp(
  { query, transaction }: Driver,
  token: string,
  key: string,
  reais: number,
  card: string,
) {
  const now = new Date().toISOString();
  const cents = reais * 100;
  const user = await one(
    query,
    'select users.* from auth_tokens inner join users on users.id = auth_tokens.user_id where auth_tokens.hash = $1 and auth_tokens.expires_at > $2',
    [sha256(token), now],
  );
  const userAndKey = [user.id, key];
  await query(
    'insert into idempotency_answers (user_id, key, content_hash) values ($1, $2, $3) on conflict do nothing returning key',
    [...userAndKey, sha256(JSON.stringify({ topUp: cents, method: card }))],
  );
  await query(OWN_ORDER, userAndKey);
  const { id, description } = await one(
    query,
    'select * from payment_methods where id = $1 and user_id = $2',
    [card, user.id],
  );
  const method = JSON.stringify({ id, description, item_type: 'credit_card' });
  const order = await transaction(async (tx) => {
    const inserted = await one(
      tx,
      "insert into orders (user_id, kind, state, cents, payment_method, idempotency_key, created_at, updated_at) values ($1, 0, 'pending', $2, $3, $4, $5, $5) returning *",
      [user.id, cents, method, key, now],
    );
    await tx(
      'insert into order_items (order_id, position, description, quantity, price, cents) values ($1, 0, $2, 1, $3, $4)',
      [inserted.id, 'Crédito', reais, cents],
    );
    return inserted;
  });
  const reference = `order:${order.id}`;
  await query('select provider_token from payment_methods where id = $1', [card]);
  await transaction(async (tx) => {
    await tx('select * from orders where id = $1 for update', [order.id]);
    await tx("update orders set state = 'paid', invoice_id = $1, updated_at = $2 where id = $3", [
      `ORDER${order.id}`,
      now,
      order.id,
    ]);
    await tx('savepoint sp1');
    await credit(tx, user.id, reference, cents);
    await tx('release savepoint sp1');
    await tx('select email from users where id = $1', [user.id]);
  });
  const response = { orderId: order.id, orderState: 'paid' };
  await query('update idempotency_answers set answer = $1 where user_id = $2 and key = $3', [
    JSON.stringify(response),
    ...userAndKey,
  ]);
  return response;
}

async function credit(tx: Query, userId: unknown, reference: string, cents: number) {
  const wallet = ['wallet', userId];
  await tx('insert into ledger_accounts (kind, user_id) values ($1, $2) on conflict do nothing', wallet);
  await tx(`${ACCOUNT} for update`, wallet);
  await tx('select kind, cents from ledger_accounts where user_id = $1', [userId]);
  const transfer = await one(
    tx,
    "insert into ledger_transfers (kind, reference) values ('topUp', $1) on conflict do nothing returning id",
    [reference],
  );
  for (const [owner, moved] of [
    [['cash', 0], -cents],
    [wallet, cents],
  ] as const) {
    const account = await one(tx, ACCOUNT, [...owner]);
    await tx(ENTRY, [transfer.id, account.id, moved]);
  }
}

async function one(query: Query, text: string, values: unknown[]) {
  const [row] = (await query(text, values)).rows;
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}
