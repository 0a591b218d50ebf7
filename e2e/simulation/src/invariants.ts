/** What must be true after every step, and once everything is quiet. */
import { meteredCharges, Violation, type World } from './world.ts';

interface ChargeRow {
  id: number;
  charge_point_id: string;
  id_tag: string;
  user_id: number | null;
  attempt_id: number | null;
  hold_id: number | null;
  meter_start_wh: number;
  meter_stop_wh: number | null;
  stopped_at: Date | null;
  stop_reason: string | null;
  review_reason: string | null;
  has_price: boolean;
  bill_cents: number | null;
  wait_cancelled_at: Date | null;
  sampled_at: Date | null;
}

/** Each statement returns the rows that must not exist. `$1` is the current time. */
const NEVER: Record<string, string> = {
  'the ledger sums to zero': `select sum(cents) as sum from ledger_entries having sum(cents) <> 0`,
  'each transfer sums to zero': `select transfer_id from ledger_entries group by transfer_id having sum(cents) <> 0`,
  'a balance is the sum of its entries': `select a.id, a.kind, a.user_id, a.cents, sum(e.cents) as sum
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.user_id <> 0 group by a.id having a.cents <> sum(e.cents)`,
  // A hold moves credit from the wallet, so the holds exceed the credit if the wallet is below zero.
  'holds never exceed the credit': `select * from ledger_accounts
    where (kind in ('wallet', 'held') and cents < 0) or (kind = 'owed' and cents > 0)`,
  'a debt is paid before there is free credit': `select w.user_id, w.cents, o.cents as owed
    from ledger_accounts w join ledger_accounts o on o.user_id = w.user_id and o.kind = 'owed'
    where w.kind = 'wallet' and w.user_id <> 0 and w.cents > 0 and o.cents < 0`,
  'the held credit is that of the open holds': `select u.user_id, a.cents, u.cents as holds
    from (select user_id, coalesce(sum(cents) filter (where settled_at is null), 0) as cents from holds group by user_id) u
    left join ledger_accounts a on a.user_id = u.user_id and a.kind = 'held'
    where coalesce(a.cents, 0) <> u.cents`,
  'an attempt has at most one charge': `select attempt_id, count(*) from transactions
    where attempt_id is not null group by attempt_id having count(*) > 1`,
  'an open hold belongs to an open attempt or charge': `select h.* from holds h where settled_at is null
    and not exists (select from start_attempts where hold_id = h.id and status in ('pending', 'accepted'))
    and not exists (select from transactions where hold_id = h.id and stopped_at is null)`,
  'a hold has one charge': `select hold_id from transactions where hold_id is not null
    group by hold_id having count(*) > 1`,
  'an ended charge has one bill, one order and one settled hold': `select t.id, t.bill_cents, h.billed_cents, o.cents
    from transactions t left join holds h on h.id = t.hold_id left join orders o on o.id = t.order_id
    where t.stopped_at is not null and t.price is not null
    and (t.bill_cents is null or o.cents is distinct from t.bill_cents
      or (t.hold_id is not null and h.billed_cents is distinct from t.bill_cents)
      or (t.hold_id is null and t.bill_cents <> 0))`,
  'the revenue is that of the bills without refunds': `select coalesce(sum(e.cents), 0) as revenue,
      (select coalesce(sum(bill_cents), 0) from transactions) as bills,
      (select coalesce(sum(cents), 0) from refunds) as refunds
    from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'revenue'
    having coalesce(sum(e.cents), 0) <> (select coalesce(sum(bill_cents), 0) from transactions)
      - (select coalesce(sum(cents), 0) from refunds)`,
  'refunds never exceed their bill': `select h.id, h.billed_cents, sum(r.cents) as refunds
    from refunds r join holds h on h.id = r.hold_id group by h.id having sum(r.cents) > h.billed_cents`,
  'the queue knows which charges have ended': `select q.id, t.id as charge from valet_queue q
    join transactions t on t.attempt_id = q.attempt_id where t.stopped_at is not null and q.finished_at is null
    and not exists (select from valet_queue n where n.site_id = q.site_id and n.plate = q.plate and n.id > q.id)`,
  'a notice is sent when it is due': `select * from notices
    where done_at is null and next_try_at < $1::timestamptz - interval '10 minutes'`,
  'an attempt ends at its deadline': `select * from start_attempts
    where status in ('pending', 'accepted') and deadline < $1::timestamptz - interval '5 minutes'`,
  'a paid order is credited once, and no other': `select o.id, o.state, count(t.id) from orders o
    left join ledger_transfers t on t.reference = 'order:' || o.id
    where o.kind = 0 group by o.id
    having count(t.id) <> (o.state = 'paid' or exists (select from disputes where order_id = o.id))::int`,
};

/** Statements whose rows would mean that something is still waiting although all is over. */
const FINALLY_NEVER: Record<string, string> = {
  'no hold is open': `select * from holds where settled_at is null`,
  'no charge is open': `select * from transactions where stopped_at is null`,
  'no start is pending': `select * from start_attempts where status in ('pending', 'accepted')`,
  'no order is open': `select id, state, created_at from orders where state in ('pending', 'captured')`,
  'every charge point is online': `select id from charge_points where not online`,
};

/** Checks the database, and that each payment is credited once. */
export async function checkAlways(world: World): Promise<void> {
  await checkRows(world, NEVER);
  await checkKeys(world);
  checkScreens(world, false);
  if (world.push.excess.length > 0) fail('a notice reaches a device once', world.push.excess);
  for (const { payment, credits } of await creditsOf(world)) {
    const sum = credits.reduce((cents, credit) => cents + Number(credit.credited), 0);
    if (sum > (payment?.paidCents ?? 0)) fail('only what was paid is credited', { payment, credits });
  }
}

interface Credit {
  txid: string | null;
  end_to_end_id: string | null;
  /** All that the wallet got, and what of it has remained, in cents. */
  credited: string;
  kept: string;
}

/** Returns the payments that the provider has, and credits without one, with what was credited. */
async function creditsOf({ database, provider }: World) {
  const { rows } = await database.client.query<Credit>(
    `select o.txid, o.end_to_end_id, -sum(e.cents) filter (where t.kind = 'topUp') as credited, -sum(e.cents) as kept
     from orders o
     join ledger_transfers t on t.reference = 'order:' || o.id or t.reference like 'dispute:' || o.id || ':%'
     join ledger_entries e on e.transfer_id = t.id
     join ledger_accounts a on a.id = e.account_id and a.kind = 'cash'
     where o.kind = 0 group by o.id order by o.id`,
  );
  const unmatched = new Set(rows);
  const found = provider.payments.map((payment) => {
    const pix = provider.pixOf(payment);
    const credits = rows.filter(
      ({ txid, end_to_end_id }) => txid === payment.reference || pix.includes(end_to_end_id ?? ''),
    );
    for (const credit of credits) unmatched.delete(credit);
    return { payment, credits };
  });
  return [...found, ...[...unmatched].map((credit) => ({ payment: undefined, credits: [credit] }))];
}

function checkScreens(world: World, isOver: boolean): void {
  const lies = world.findLies(isOver);
  if (lies.length > 0) fail('screens are true', lies);
}

/** Checks that no repeated request has become a start or refund of its own: there is one per key. */
async function checkKeys({ database, startKeys, refundKeys }: World): Promise<void> {
  const { rows } = await database.client.query<{ what: string; idempotency_key: string }>(
    `select 'start' as what, idempotency_key from start_attempts
     union all select 'refund', idempotency_key from refunds`,
  );
  const unknown = rows.filter(
    ({ what, idempotency_key: key }) => !(what === 'start' ? startKeys : refundKeys).has(key),
  );
  if (unknown.length > 0) fail('somebody asked for each start and refund', unknown);
  if (new Set(rows.map(({ idempotency_key }) => idempotency_key)).size < rows.length)
    fail('a repeated request starts and refunds once', rows);
}

/** Returns whether nothing waits any more. */
export async function isQuiet(world: World): Promise<boolean> {
  if (world.places.some(({ chargePoint }) => chargePoint.unsent > 0)) return false;
  for (const statement of Object.values(FINALLY_NEVER)) {
    const { rows } = await world.database.client.query(statement);
    if (rows.length > 0) return false;
  }
  // A canceled code that was paid is looked up less and less often.
  return (await findUncredited(world)) === undefined;
}

/** Checks that everything has ended, and compares each charge with its charge point's meter. */
export async function checkFinally(world: World): Promise<void> {
  await checkAlways(world);
  await checkRows(world, FINALLY_NEVER);
  checkScreens(world, true);
  await checkPayments(world);
  await checkBills(world);
}

async function checkRows(world: World, statements: Record<string, string>): Promise<void> {
  const at = new Date(world.kernel.now);
  for (const [name, statement] of Object.entries(statements)) {
    const { rows } = await world.database.client.query(statement, statement.includes('$1') ? [at] : []);
    if (rows.length > 0) fail(name, rows);
  }
}

function fail(name: string, found: unknown): never {
  throw new Violation(`${name}, but: ${JSON.stringify(found)}`);
}

async function checkPayments(world: World): Promise<void> {
  const uncredited = await findUncredited(world);
  if (uncredited) fail('each payment is credited', uncredited);
}

/** Returns a payment whose credit isn't what the provider has kept for the operator. */
async function findUncredited(world: World) {
  const all = await creditsOf(world);
  return all.find(({ payment, credits }) => {
    const kept = credits.reduce((cents, credit) => cents + Number(credit.kept), 0);
    return kept !== (payment ? world.provider.keptCents(payment) : 0);
  });
}

async function checkBills(world: World): Promise<void> {
  const { rows } = await world.database.client.query<ChargeRow>(
    `select *, price is not null as has_price from transactions order by id`,
  );
  const unmatched = new Set(rows);
  for (const { place, charge } of meteredCharges(world)) {
    if (charge.meterStop === undefined) fail('every charge ends', charge);
    const row = rows.find(
      (one) =>
        unmatched.has(one) &&
        one.charge_point_id === place.id &&
        one.id_tag.toUpperCase() === charge.idTag.toUpperCase() &&
        Number(one.meter_start_wh) === charge.meterStart,
    );
    const wh = charge.meterStop - charge.meterStart;
    if (row) unmatched.delete(row);
    else fail('every charge is known', { place: place.id, charge });
    if (!row.has_price && wh > 0 && row.review_reason === null)
      fail('no energy is delivered that nobody owes', { row, charge });
    if (!row.has_price) continue;
    const [least, most] = expectedCents(world, charge, row);
    const billed = Number(row.bill_cents);
    const reviewed = row.review_reason !== null;
    if (billed > most || (billed < least && !reviewed))
      fail('each charge is billed from meter and tariff', { expected: [least, most], charge, row });
  }
  if (unmatched.size > 0) fail('every stored charge was metered', [...unmatched]);
}

/** Returns the least and the most that a charge may cost, by an own model of the tariff. */
function expectedCents(
  { price }: World,
  charge: { meterStart: number; meterStop?: number; startedAt: string; stoppedAt?: string },
  row: ChargeRow,
): [number, number] {
  const wh = (charge.meterStop ?? 0) - charge.meterStart;
  if (wh === 0 && row.wait_cancelled_at !== null) return [0, 0];
  const centsOf = (reais: number) => Math.floor(reais * 100 + 0.5 + 1e-6);
  const fixed = centsOf((wh * price.PriceKwh) / 1000) + centsOf(price.TransactionPrice);
  const seconds = (Date.parse(charge.stoppedAt ?? '') - Date.parse(charge.startedAt)) / 1000 + 2;
  const perMinute = price.PriceTimeCharging + price.PriceTimePlugged;
  const overstay = Math.max(0, seconds / 60 - price.OverstayGracePeriod) * (price.PriceTimeOverstay / 60);
  return [fixed, fixed + Math.ceil(((seconds / 60) * perMinute + overstay) * 100) + 3];
}
