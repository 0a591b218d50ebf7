/** What must be true after every step, and once everything is quiet. */
import { learnIds, meteredCharges, plainTag, Violation, type World } from './world.ts';

interface ChargeRow {
  id: number;
  charge_point_id: string;
  id_tag: string;
  meter_start_wh: number;
  review_reason: string | null;
  has_price: boolean;
  bill_cents: number | null;
  wait_cancelled_at: Date | null;
  end_reason: string | null;
  exclusions: { cause: string }[];
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
  // The message about a start isn't sent any more once the charge has ended, which is announced as well.
  'a start by card or car is announced': `select t.id from transactions t
    where t.attempt_id is null and t.price is not null and t.wait_cancelled_at is null
    and not exists (select from notices where transaction_id = t.id
      and kind in ('startedByTag', 'chargeEnded', 'stoppedUnexpectedly'))`,
  // While both charge points are online, and the first one has reported energy in the last minutes.
  'a car is charged once at a time': `select a.id, b.id as other from transactions a
    join charge_points pa on pa.id = a.charge_point_id
    join transactions b on b.id > a.id and b.vehicle_id = a.vehicle_id and b.user_id = a.user_id
      and b.charge_point_id <> a.charge_point_id
    join id_tags i on i.is_car and i.vehicle_id = a.vehicle_id and upper(b.id_tag) like '%' || right(i.tag, 2)
    join charge_points pb on pb.id = b.charge_point_id join holds h on h.id = b.hold_id
    where a.attempt_id is null and b.attempt_id is null and a.stopped_at is null and b.stopped_at is null
    and pa.online and pb.online and pa.online_since < h.created_at - interval '1 minute'
    and pb.online_since < b.started_at and b.started_at > h.created_at - interval '1 minute'
    and exists (select from meter_values v where v.transaction_id = a.id
      and v.sampled_at between h.created_at - interval '10 minutes' and h.created_at - interval '1 minute')`,
  'an attempt ends at its deadline': `select * from start_attempts
    where status in ('pending', 'accepted') and deadline < $1::timestamptz - interval '5 minutes'`,
  // A turn is given to a connector without a start, and `until` is ten minutes later.
  'no start is accepted in the turn of another driver': `select a.*, c.hold from start_attempts a
    join connectors c on c.charge_point_id = a.charge_point_id and c.connector_id = a.connector_id
    where a.status in ('pending', 'accepted') and (c.hold->'turn'->>'userId')::int <> a.user_id
    and a.created_at > to_timestamp((c.hold->'turn'->>'until')::bigint / 1000.0) - interval '10 minutes'`,
  'nobody keeps a turn after its end': `select c.* from connectors c
    where to_timestamp((c.hold->'turn'->>'until')::bigint / 1000.0) < $1::timestamptz - interval '8 minutes'
    and not exists (select from start_attempts a where a.charge_point_id = c.charge_point_id
      and a.connector_id = c.connector_id and a.status in ('pending', 'accepted'))`,
  'a paid order is credited once, and no other': `select o.id, o.state, count(t.id) from orders o
    left join ledger_transfers t on t.reference = 'order:' || o.id
    where o.kind = 0 group by o.id
    having count(t.id) <> (o.state = 'paid' or exists (select from disputes where order_id = o.id))::int`,
};

/** Statements that return rows if something is still waiting although all is over. */
const FINALLY_NEVER: Record<string, string> = {
  'no hold is open': `select * from holds where settled_at is null`,
  'no charge is open': `select * from transactions where stopped_at is null`,
  'no start is pending': `select * from start_attempts where status in ('pending', 'accepted')`,
  'no order is open': `select id, state, created_at from orders where state in ('pending', 'captured')`,
  'every charge point is online': `select id from charge_points where not online`,
};

/** Returns what breaks a rule. */
type Find = (world: World) => unknown[] | Promise<unknown[]>;

const findBy = (statements: Record<string, string>) =>
  Object.entries(statements).map(([name, statement]): [string, Find] => [
    name,
    async ({ kernel, database }) => {
      const values = statement.includes('$1') ? [new Date(kernel.now)] : [];
      return (await database.client.query(statement, values)).rows;
    },
  ]);

const ALWAYS: [string, Find][] = [
  ...findBy(NEVER),
  ['somebody asked for each start and refund', findUnasked],
  ['a repeated request starts and refunds once', findRepeated],
  ['a card or car bills its own driver', findForeignTags],
  ['a card or car that is switched off begins no charge', findSwitchedOff],
  ['screens are true', (world) => world.findLies(false)],
  ['a notice reaches a device once', ({ push }) => push.excess],
  ['only what was paid is credited', findExcessCredits],
];

const FINALLY: [string, Find][] = [
  ...ALWAYS,
  ...findBy(FINALLY_NEVER),
  ['screens show that all is over', (world) => world.findLies(true)],
  ['each payment is credited', findUncredited],
  ['every charge ends', findRunning],
  ['every charge is known', async (world) => (await matchCharges(world)).unknown],
  ['every stored charge was metered', async (world) => (await matchCharges(world)).unmetered],
  ['no energy is delivered that nobody owes', findUnowed],
  ['a charge by card is billed', findUnbilledCards],
  ['each charge is billed from meter and tariff', findWrongBills],
];

/** Names of all rules. */
export const RULES = FINALLY.map(([name]) => name);

/** Checks the database, and that each payment is credited once. */
export const checkAlways = (world: World): Promise<void> => check(world, ALWAYS);

/** Checks that everything has ended, and compares each charge with its charge point's meter. */
export const checkFinally = (world: World): Promise<void> => check(world, FINALLY);

async function check(world: World, rules: [string, Find][]): Promise<void> {
  await learnIds(world);
  for (const [name, find] of rules) {
    const found = await find(world);
    if (found.length > 0) throw new Violation(`${name}, but: ${JSON.stringify(found)}`);
  }
}

/** Returns whether nothing breaks the rule of this name. */
export async function isKept(world: World, name: string): Promise<boolean> {
  const [, find] = FINALLY.find(([one]) => one === name) ?? [];
  if (!find) throw new Error(`there is no rule that ${name}`);
  return (await find(world)).length === 0;
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

async function findExcessCredits(world: World): Promise<unknown[]> {
  return (await creditsOf(world)).filter(({ payment, credits }) => {
    const sum = credits.reduce((cents, credit) => cents + Number(credit.credited), 0);
    return sum > (payment?.paidCents ?? 0);
  });
}

const readKeys = async ({ database }: World) =>
  (
    await database.client.query<{ what: string; idempotency_key: string }>(
      `select 'start' as what, idempotency_key from start_attempts
       union all select 'refund', idempotency_key from refunds`,
    )
  ).rows;

async function findUnasked(world: World): Promise<unknown[]> {
  return (await readKeys(world)).filter(
    ({ what, idempotency_key: key }) => !(what === 'start' ? world.startKeys : world.refundKeys).has(key),
  );
}

/** Returns the repeated requests that have become a start or refund of their own: there is one per key. */
async function findRepeated(world: World): Promise<unknown[]> {
  const seen = new Set<string>();
  return (await readKeys(world)).filter(({ idempotency_key: key }) => seen.size === seen.add(key).size);
}

interface TagRow {
  id: number;
  id_tag: string;
  user_id: number;
  started_at: Date;
  /** When the charge was stored, and its credit reserved. */
  held_at: Date | null;
}

/** Returns the billed charges that cards and cars have begun. */
const readByTag = async ({ database }: World) =>
  (
    await database.client.query<TagRow>(
      `select t.id, t.id_tag, t.user_id, t.started_at, h.created_at as held_at from transactions t
       left join holds h on h.id = t.hold_id where t.attempt_id is null and t.price is not null`,
    )
  ).rows;

async function findForeignTags(world: World): Promise<unknown[]> {
  return (await readByTag(world)).filter(
    (row) => !world.ownersOfTags.get(plainTag(row.id_tag))?.has(row.user_id),
  );
}

/** A charge from before that is reported later is billed. */
async function findSwitchedOff(world: World): Promise<unknown[]> {
  return (await readByTag(world)).filter(({ id_tag, user_id, started_at, held_at }) => {
    const startedAt = new Date(started_at).getTime();
    const storedAt = new Date(held_at ?? 0).getTime();
    return world.switchedOff.some(
      ({ tag, userId, from, until }) =>
        tag === plainTag(id_tag) &&
        userId === user_id &&
        startedAt >= from &&
        storedAt > from &&
        storedAt < until,
    );
  });
}

/** Returns whether nothing waits any more. */
export async function isQuiet(world: World): Promise<boolean> {
  if (world.places.some(({ chargePoint }) => chargePoint.unsent > 0)) return false;
  for (const statement of Object.values(FINALLY_NEVER)) {
    const { rows } = await world.database.client.query(statement);
    if (rows.length > 0) return false;
  }
  // A canceled code that was paid is looked up less and less often.
  return (await findUncredited(world)).length === 0;
}

/** Returns payments with credit other than what the provider has kept for the operator. */
async function findUncredited(world: World): Promise<unknown[]> {
  return (await creditsOf(world)).filter(({ payment, credits }) => {
    const kept = credits.reduce((cents, credit) => cents + Number(credit.kept), 0);
    return kept !== (payment ? world.provider.keptCents(payment) : 0);
  });
}

function findRunning(world: World): unknown[] {
  return meteredCharges(world).filter(({ charge }) => charge.meterStop === undefined);
}

/** Finds the row of each metered charge. */
async function matchCharges(world: World) {
  const { rows } = await world.database.client.query<ChargeRow>(
    `select *, price is not null as has_price from transactions order by id`,
  );
  const unmetered = new Set(rows);
  const unknown: unknown[] = [];
  const known = meteredCharges(world).flatMap(({ place, charge }) => {
    const row = rows.find(
      (one) =>
        unmetered.has(one) &&
        one.charge_point_id === place.id &&
        one.id_tag.toUpperCase() === charge.idTag.toUpperCase() &&
        Number(one.meter_start_wh) === charge.meterStart,
    );
    if (row) unmetered.delete(row);
    else unknown.push({ place: place.id, charge });
    return row ? [{ row, charge, wh: (charge.meterStop ?? 0) - charge.meterStart }] : [];
  });
  return { known, unknown, unmetered: [...unmetered] };
}

const isUnbilled = ({ row, wh }: { row: ChargeRow; wh: number }) => !row.has_price && wh > 0;

async function findUnowed(world: World): Promise<unknown[]> {
  const { known } = await matchCharges(world);
  return known.filter((one) => isUnbilled(one) && one.row.review_reason === null);
}

/** A car, unlike a card, may not have been linked. */
async function findUnbilledCards(world: World): Promise<unknown[]> {
  const { known } = await matchCharges(world);
  const wasOff = new Set(world.switchedOff.map(({ tag }) => tag));
  const isCard = (tag: string) => world.people.some((person) => person.tag === tag);
  return known.filter((one) => isUnbilled(one) && isCard(one.charge.idTag) && !wasOff.has(one.charge.idTag));
}

async function findWrongBills(world: World): Promise<unknown[]> {
  const { known } = await matchCharges(world);
  return known.flatMap(({ charge, row }) => {
    if (!row.has_price) return [];
    const [least, most] = expectedCents(world, charge, row);
    const billed = Number(row.bill_cents);
    const isReviewed = row.review_reason !== null;
    return billed > most || (billed < least && !isReviewed) ? [{ expected: [least, most], charge, row }] : [];
  });
}

/** Returns the least and the most that a charge may cost, by an own model of the tariff. */
function expectedCents(
  { price }: World,
  charge: { meterStart: number; meterStop?: number; startedAt: string; stoppedAt?: string },
  row: ChargeRow,
): [number, number] {
  const wh = (charge.meterStop ?? 0) - charge.meterStart;
  const hasFailed =
    row.end_reason === 'fault' ||
    row.end_reason === 'power' ||
    row.exclusions.some(({ cause }) => cause === 'fault');
  if (wh === 0 && (row.wait_cancelled_at !== null || hasFailed)) return [0, 0];
  const centsOf = (reais: number) => Math.floor(reais * 100 + 0.5 + 1e-6);
  const fixed = centsOf((wh * price.PriceKwh) / 1000) + centsOf(price.TransactionPrice);
  const seconds = (Date.parse(charge.stoppedAt ?? '') - Date.parse(charge.startedAt)) / 1000 + 2;
  const perMinute = price.PriceTimeCharging + price.PriceTimePlugged;
  const overstay = Math.max(0, seconds / 60 - price.OverstayGracePeriod) * (price.PriceTimeOverstay / 60);
  return [fixed, fixed + Math.ceil(((seconds / 60) * perMinute + overstay) * 100) + 3];
}
