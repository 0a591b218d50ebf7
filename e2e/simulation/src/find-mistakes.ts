/**
 * Plants mistakes (`pnpm simulate --mistakes`). Each rule has one in the data of a run that has ended, and
 * some statements of the product are lost or changed during a run.
 */
import type { Mistake } from './database.ts';
import { isKept, RULES } from './invariants.ts';
import { runSeed } from './run.ts';
import type { World } from './world.ts';

/** Has charges by app, a refund, a valet's vehicle and payments. */
const ENDED = { seed: 21, hours: 0.5, onlyOcpp16: true };
/** Rules about running charges and sent messages: a mistake in statements breaks them. */
const IN_RUNS = ['screens are true', 'a notice reaches a device once', 'screens show that all is over'];

const CHARGE = '(select min(id) from transactions where price is not null and attempt_id is not null)';
const EARLY = "'2026-01-01'";

const refund = (cents: string, operatorId: number) =>
  `insert into refunds (order_id, hold_id, given_cents, cents, reason, operator_id, idempotency_key, content_hash)
   select order_id, hold_id, ${cents}, ${cents}, '', ${operatorId}, 'key', '' from transactions where id = ${CHARGE}`;

/** All connectors stay reserved for a driver long after the end of the turn. */
const holdFor = (userId: number) =>
  `update connectors set hold = '{"isWanted": true, "turn": {"userId": ${userId}, "until": 0, "idTag": "X"}}'`;

/** What breaks a rule: statements, or a change of what the world knows. */
const MISTAKES: Record<string, string | ((world: World) => unknown)> = {
  'the ledger sums to zero':
    'update ledger_entries set cents = cents + 1 where id = (select min(id) from ledger_entries)',
  'each transfer sums to zero':
    'update ledger_entries set cents = cents + 1 where id = (select min(id) from ledger_entries)',
  'a balance is the sum of its entries': "update ledger_accounts set cents = cents + 1 where kind = 'wallet'",
  'holds never exceed the credit': "update ledger_accounts set cents = -1 where kind = 'wallet'",
  'a debt is paid before there is free credit': `update ledger_accounts set cents = case kind when 'wallet' then 5 else -5 end
    where kind in ('wallet', 'owed');
    insert into ledger_accounts (kind, user_id, cents) select 'owed', user_id, -5 from ledger_accounts where kind = 'wallet'
    on conflict do nothing`,
  'the held credit is that of the open holds': 'update holds set settled_at = null',
  'an attempt has at most one charge': `alter table transactions drop constraint if exists transactions_attempt_id_unique;
    update transactions set attempt_id = 1`,
  'an open hold belongs to an open attempt or charge': 'update holds set settled_at = null',
  'a hold has one charge': 'update transactions set hold_id = 1',
  'an ended charge has one bill, one order and one settled hold': `update transactions set bill_cents = bill_cents + 1 where id = ${CHARGE}`,
  'the revenue is that of the bills without refunds': `update transactions set bill_cents = bill_cents + 1 where id = ${CHARGE}`,
  'refunds never exceed their bill': refund('bill_cents + 1', 1),
  'the queue knows which charges have ended': `update valet_queue set finished_at = null,
    attempt_id = (select attempt_id from transactions where id = ${CHARGE}) where id = (select max(id) from valet_queue)`,
  'a notice is sent when it is due': `update notices set done_at = null, next_try_at = ${EARLY}`,
  'a start by card or car is announced': 'delete from notices; update transactions set attempt_id = null',
  'a car is charged once at a time': bothCharge,
  'an attempt ends at its deadline': `update start_attempts set status = 'pending', deadline = ${EARLY}`,
  'no start is accepted in the turn of another driver': `${holdFor(99)};
    update start_attempts set status = 'accepted', user_id = 1 where id = (select max(id) from start_attempts);
    update start_attempts set (charge_point_id, connector_id) = (select charge_point_id, connector_id from connectors limit 1)`,
  'nobody keeps a turn after its end': holdFor(1),
  'a paid order is credited once, and no other': "update orders set state = 'canceled' where kind = 0",
  'somebody asked for each start and refund': ({ startKeys }) => startKeys.clear(),
  'a repeated request starts and refunds once': `${refund('1', 1)}; ${refund('1', 2)}`,
  'a card or car bills its own driver': 'update transactions set attempt_id = null',
  'a card or car that is switched off begins no charge': startedWhileOff,
  'only what was paid is credited': 'update ledger_entries set cents = 2 * cents',
  'no hold is open': 'update holds set settled_at = null',
  'no charge is open': 'update transactions set stopped_at = null',
  'no start is pending': "update start_attempts set status = 'accepted'",
  'no order is open': "update orders set state = 'pending'",
  'every charge point is online': 'update charge_points set online = false',
  'each payment is credited': 'update orders set txid = null, end_to_end_id = null where kind = 0',
  'every charge ends': ({ places }) => places[0]?.chargePoint.connector(1).charges.push(running()),
  'every charge is known': 'delete from transactions',
  'every stored charge was metered': `update transactions set meter_start_wh = meter_start_wh + 1 where id = ${CHARGE}`,
  'no energy is delivered that nobody owes': 'update transactions set price = null, review_reason = null',
  'a charge by card is billed': byCardUnbilled,
  'each charge is billed from meter and tariff': `update transactions set bill_cents = bill_cents + 100 where id = ${CHARGE}`,
};

/** Found during a run of a seed that uses the statements, by rules that the mistake breaks. */
const IN_STATEMENTS: { what: string; seed: number; hours?: number; mistake: Mistake; expected: RegExp }[] = [
  {
    what: 'credit is never released',
    seed: 21,
    mistake: { pattern: /^update "holds" set .*"settled_at"/ },
    expected: /^the held credit is that of the open holds/,
  },
  {
    what: 'starts never expire',
    seed: 21,
    mistake: { pattern: /^update "start_attempts" set "status" = \$1, "error_code"/ },
    expected: /^an attempt ends at its deadline/,
  },
  {
    what: 'messages are sent again',
    seed: 26,
    mistake: { pattern: /^update "notices" set "(done_at|reached)"/ },
    expected: /^a notice reaches a device once/,
  },
  {
    what: 'screens show too much energy',
    seed: 21,
    mistake: { pattern: /"meter_last_wh" = \$1/, by: '"meter_last_wh" = $1 + 2000' },
    expected: /^screens are true/,
  },
  {
    what: 'the tariff is another one',
    seed: 21,
    mistake: {
      pattern: /^select "price_periods"."price"/,
      by: `select jsonb_set("price_periods"."price", '{PriceKwh}', '9')`,
    },
    expected: /^each charge is billed from meter and tariff/,
  },
  {
    what: 'the last one in line is the first',
    seed: 28,
    hours: 0.2,
    mistake: { pattern: /"waiting_places"\."id" asc/, by: '"waiting_places"."id" desc' },
    expected: /^a driver is overtaken by nobody/,
  },
  {
    what: 'nobody is given a turn',
    seed: 154,
    mistake: {
      pattern: /^update "connectors" set "hold" = \$1/,
      by: `update "connectors" set "hold" = $1::jsonb - 'turn'`,
    },
    expected: /^no connector stays idle while/,
  },
  {
    what: 'a site shares twice its power',
    seed: 1,
    hours: 0.2,
    mistake: {
      pattern: /"sites"\."max_power_kw", "sites"\."power_groups"/,
      by: '2 * "sites"."max_power_kw", "sites"."power_groups"',
    },
    expected: /^cars never draw more than the limit/,
  },
];

function running() {
  return { idTag: 'X', meterStart: 0, startedAt: new Date(0).toISOString() };
}

async function bothCharge({ database }: World): Promise<void> {
  const { client } = database;
  const { rows } = await client.query<{ at: Date }>('select max(created_at) as at from holds');
  const at = rows[0]?.at;
  await client.exec(`update transactions set stopped_at = null, attempt_id = null, vehicle_id = 1, user_id = 1, id_tag = 'CAR1';
    update charge_points set online = true, online_since = ${EARLY};
    insert into id_tags (tag, label, vehicle_id, is_car) values ('CAR1', '', 1, true)`);
  await client.query('update transactions set started_at = $1', [at]);
  await client.query('update holds set created_at = $1', [at]);
  await client.query(
    `insert into meter_values (transaction_id, sampled_at, wh)
     select id, $1::timestamptz - interval '2 minutes', 0 from transactions`,
    [at],
  );
}

async function startedWhileOff({ database, people, switchedOff }: World): Promise<void> {
  const { tag = '', id = 0 } = people[0] ?? {};
  switchedOff.push({ tag, userId: id, from: 0, until: Number.POSITIVE_INFINITY });
  await database.client.exec(
    `update transactions set attempt_id = null, user_id = ${id}, id_tag = '${tag}' where id = ${CHARGE}`,
  );
}

async function byCardUnbilled({ database, people, places }: World): Promise<void> {
  const { tag = '' } = people[0] ?? {};
  for (const { chargePoint } of places)
    for (const charge of chargePoint.connector(1).charges) charge.idTag = tag;
  await database.client.exec(`update transactions set price = null, id_tag = '${tag}'`);
}

/** Plants each mistake in the data at the end of a run, one at a time. Returns the rules that miss theirs. */
async function plantInData(world: World): Promise<string[]> {
  const { client } = world.database;
  const missed: string[] = [];
  await client.exec('set session_replication_role = replica');
  for (const name of RULES) {
    const mistake = MISTAKES[name];
    if (mistake === undefined) continue;
    if (!(await isKept(world, name))) missed.push(`${name} (broken before)`);
    const copied = copyOf(world);
    await client.exec('begin');
    try {
      if (typeof mistake === 'string') await client.exec(mistake);
      else await mistake(copied);
      if (await isKept(copied, name)) missed.push(name);
    } catch (error) {
      missed.push(`${name} (${error})`);
    }
    await client.exec('rollback');
  }
  await client.exec('set session_replication_role = origin');
  return missed;
}

/** Returns a world with its own records, which can be changed. */
function copyOf(world: World): World {
  const places = world.places.map((place) => {
    const charges = place.chargePoint.connector(1).charges.map((charge) => ({ ...charge }));
    const chargePoint = { connector: () => ({ charges }) };
    return { ...place, chargePoint: chargePoint as never };
  });
  return { ...world, places, startKeys: new Set(world.startKeys), switchedOff: [...world.switchedOff] };
}

/** Prints which mistakes no rule has found. Returns whether each has found its own. */
export async function findMistakes(): Promise<boolean> {
  let missed: string[] = [];
  const { problem } = await runSeed({
    ...ENDED,
    atEnd: async (world) => {
      missed = await plantInData(world);
    },
  });
  if (problem) missed.push(problem);
  for (const { what, seed, hours = 0.4, mistake, expected } of IN_STATEMENTS) {
    const found = (await runSeed({ seed, hours, mistake })).problem ?? 'nothing';
    console.log(`${what}: ${found.split('\n')[0]?.slice(0, 100)}`);
    if (!expected.test(found)) missed.push(what);
  }
  missed.push(...RULES.filter((name) => !(name in MISTAKES) && !IN_RUNS.includes(name)));
  console.log(missed.length > 0 ? `missed:\n${missed.join('\n')}` : 'all found');
  return missed.length === 0;
}
