/** Checks, whenever a line or a turn has changed, that no driver is overtaken and no connector stays idle. */
import { Violation, type World } from './world.ts';

/** Longer than a few rounds, an outage of the database, and the time until another instance has the jobs. */
const IDLE_MS = 8 * 60_000;
/** How many other writes there are at most between two looks. */
const LOOK_EVERY = 50;

interface Waiting {
  id: number;
  user_id: number;
  plug: string;
  /** Where and until when it is the driver's turn. */
  turn: string | null;
}

const WAITING = `select p.id, p.user_id, p.plug, c.charge_point_id || ' ' || (c.hold->'turn'->>'until') as turn
  from waiting_places p left join connectors c on (c.hold->'turn'->>'userId')::int = p.user_id order by p.id`;

/** Connectors that are free, while a driver waits for their plug who has no turn. */
const IDLE = `select c.charge_point_id as id, max(p.user_id) as user_id,
    greatest(c.updated_at, cp.online_since, min(p.joined_at),
      (select max(stopped_at) from transactions where charge_point_id = cp.id),
      (select max(case when status = 'expired' then deadline else created_at end)
        from start_attempts where charge_point_id = cp.id)) as since
  from connectors c join charge_points cp on cp.id = c.charge_point_id join waiting_places p on p.plug = c.plug
  where cp.online and cp.preparing_since is null and c.status = 'Available' and c.hold->'turn' is null
  and not exists (select from connectors where (hold->'turn'->>'userId')::int = p.user_id)
  and not exists (select from transactions where charge_point_id = cp.id and stopped_at is null)
  and not exists (select from start_attempts where charge_point_id = cp.id and status in ('pending', 'accepted'))
  group by c.charge_point_id, c.connector_id, cp.id`;

/** Returns the check. Turns are compared with those before the last change. */
export function watchLines({ hasLines, database, kernel }: World): () => Promise<void> {
  let before: Waiting[] = [];
  let seen = 0;
  let looked = 0;
  /** When each connector was first seen idle since it was last in use. */
  let idleFrom = new Map<string, number>();
  return async () => {
    const { lineWrites, writes } = database;
    if (!hasLines || (lineWrites === seen && writes < looked + LOOK_EVERY)) return;
    seen = lineWrites;
    looked = writes;
    const { rows } = await database.client.query<Waiting>(WAITING);
    const had = new Map(before.map((one) => [one.id, one.turn]));
    for (const one of rows) {
      if (one.turn === null || had.get(one.id) === one.turn) continue;
      const overtaken = rows.find(
        (other) =>
          other.id < one.id && other.plug === one.plug && other.turn === null && had.get(other.id) === null,
      );
      if (overtaken) fail('a driver is overtaken by nobody of the same plug', { one, overtaken, before });
    }
    before = rows;
    const idle = await database.client.query<{ id: string; since: string }>(IDLE);
    idleFrom = new Map(idle.rows.map(({ id }) => [id, idleFrom.get(id) ?? kernel.now]));
    for (const row of idle.rows)
      if (Math.max(new Date(row.since).getTime(), idleFrom.get(row.id) ?? 0) < kernel.now - IDLE_MS)
        fail('no connector stays idle while a driver waits for it', row);
  };

  function fail(rule: string, found: unknown): never {
    throw new Violation(`${rule}, but: ${JSON.stringify(found)}`);
  }
}
