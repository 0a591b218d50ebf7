/** Divides the power of limited sites among their connectors, by charging profiles. */
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, lte, sql } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectorPower, type PowerGrant, sites } from '../../platform/database/schema.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import type { ChargingContext } from '../charging/context.ts';
import { recordPowerPause } from '../charging/record-periods.ts';
import { allocate, type PowerChange, settle } from './allocate.ts';
import { clearingOf, guardOf, profileOf } from './charging-profile.ts';
import { type LimitedSite, readLimitedSites } from './read-sites.ts';
import { floorToStep } from './site-power.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now' | 'log' | 'options'>;

const TIMEOUT_MS = 5 * SECOND_MS;
/** Connectors without a limit that are released at a time, and how long one waits that didn't reply. */
const RELEASED = 50;
const RELEASE_AGAIN_MS = 30 * SECOND_MS;

/** Sends the limits that are due, and waits for the replies. Switched off, it removes those that were sent. */
export async function sharePower(context: Context, sendCall: SendCall): Promise<void> {
  if (context.options.sharesPower) await shareLimited(context, sendCall);
  await releaseUnlimited(context, sendCall);
}

async function shareLimited(context: Context, sendCall: SendCall): Promise<void> {
  const { db, now } = context;
  const due = (await readLimitedSites(db, now().getTime())).filter(
    (site) => allocate(site, now().getTime()).length > 0,
  );
  await Promise.all(due.map(({ id }) => shareSite(context, sendCall, id)));
}

async function shareSite(context: Context, sendCall: SendCall, siteId: number): Promise<void> {
  const planned = await context.db.transaction((tx) => plan({ ...context, db: tx }, siteId));
  if (!planned) return;
  const byChargePoint = Map.groupBy(planned.changes, ({ connector }) => connector.chargePointId);
  await Promise.all(
    [...byChargePoint.values()].map(async (changes) => {
      for (const change of changes) {
        await send(context, sendCall, planned.site, change);
        const { chargePointId, connectorId, charge } = change.connector;
        if (charge) await context.bus.publish({ kind: 'connector', chargePointId, connectorId });
      }
    }),
  );
}

/** Decides and stores what is to be sent, so that the next decision counts it as well. */
async function plan(context: Context, siteId: number) {
  const { db: tx, now } = context;
  await tx.select({ id: sites.id }).from(sites).where(eq(sites.id, siteId)).for('no key update');
  const [site] = await readLimitedSites(tx, now().getTime(), siteId);
  if (!site) return undefined;
  const changes = allocate(site, now().getTime());
  for (const { connector, before, state } of changes) {
    const { chargePointId, connectorId } = connector;
    await tx
      .insert(connectorPower)
      .values({ chargePointId, connectorId, state })
      .onConflictDoUpdate({
        target: [connectorPower.chargePointId, connectorPower.connectorId],
        set: { state },
      });
    const { turn } = state;
    const waits = turn?.car === 'waiting';
    const waited = before.turn?.transactionId === turn?.transactionId && before.turn?.car === 'waiting';
    if (turn && waits !== waited)
      await recordPowerPause(context, turn.transactionId, waits ? new Date(turn.since) : undefined);
  }
  return { site, changes };
}

async function send(context: Context, sendCall: SendCall, site: LimitedSite, change: PowerChange) {
  const { connector, grants } = change;
  const { chargePointId, connectorId } = connector;
  async function call(profile: ReturnType<typeof profileOf> | ReturnType<typeof guardOf>) {
    const { reply, failure } = await sendCall(chargePointId, 'SetChargingProfile', profile, TIMEOUT_MS);
    const isUnknown = failure === 'timeout' || failure === 'disconnected' || failure === 'unreachable';
    const outcome = reply?.status === 'Accepted' ? 'accepted' : isUnknown ? 'unknown' : 'refused';
    if (outcome !== 'accepted')
      context.log.warn(
        { chargePointId, connectorId: profile.connectorId, outcome, failure },
        'a charging profile was not accepted',
      );
    return outcome;
  }
  for (const grant of grants) {
    const outcome = await call(profileOf(connectorId, grant));
    await context.db.transaction((tx) => store(tx, connector, grant, outcome, context.now()));
    if (outcome !== 'accepted' || grant.transactionId !== undefined) continue;
    // Nothing counts on it, so its reply changes nothing.
    await call(
      guardOf(
        floorToStep(Math.min(...connector.limits.map((name) => site.limits.get(name) ?? 0))),
        context.now(),
      ),
    );
  }
}

/**
 * Forgets what a charge point has accepted, after its profiles were cleared: it counts at its full power
 * until it has accepted them again.
 */
export async function forgetProfiles(db: Db, chargePointId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A decision that has read the old state is stored first.
    await tx
      .select({ id: sites.id })
      .from(sites)
      .innerJoin(chargePoints, eq(chargePoints.siteId, sites.id))
      .where(eq(chargePoints.id, chargePointId))
      .for('no key update', { of: sites });
    await tx
      .update(connectorPower)
      .set({ state: sql`${connectorPower.state} || '{"grants": [], "retryAt": 0}'` })
      .where(eq(connectorPower.chargePointId, chargePointId));
  });
}

async function store(
  tx: Db,
  { chargePointId, connectorId }: ConnectorKey,
  grant: PowerGrant,
  outcome: Parameters<typeof settle>[2],
  now: Date,
) {
  const isThis = isAt(connectorPower, { chargePointId, connectorId });
  const [row] = await tx.select().from(connectorPower).where(isThis).for('update');
  if (!row) return;
  const state = settle(row.state, grant, outcome, now.getTime());
  await tx.update(connectorPower).set({ state }).where(isThis);
}

/** Removes the profiles from connectors at unlimited sites, or from all if limits are off. */
async function releaseUnlimited(context: Context, sendCall: SendCall): Promise<void> {
  const { db, options, now } = context;
  const retryAt = sql`(${connectorPower.state} ->> 'retryAt')::numeric`;
  const released = await db
    .select({ power: connectorPower })
    .from(connectorPower)
    .innerJoin(chargePoints, eq(chargePoints.id, connectorPower.chargePointId))
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(
      and(
        chargePoints.online,
        lte(retryAt, now().getTime()),
        options.sharesPower ? isNull(sites.maxPowerKw) : undefined,
      ),
    )
    .limit(RELEASED);
  await Promise.all(released.map(({ power }) => release(context, sendCall, power)));
}

async function release(context: Context, sendCall: SendCall, power: typeof connectorPower.$inferSelect) {
  const { db, now } = context;
  const { chargePointId, connectorId, state } = power;
  const isThis = isAt(connectorPower, power);
  for (const request of clearingOf(connectorId)) {
    const { reply, failure } = await sendCall(chargePointId, 'ClearChargingProfile', request, TIMEOUT_MS);
    // A charge point that doesn't know the call has accepted no profile.
    if (reply || failure === 'error') continue;
    const retryAt = now().getTime() + RELEASE_AGAIN_MS;
    await db
      .update(connectorPower)
      .set({ state: { ...state, retryAt } })
      .where(isThis);
    return;
  }
  if (state.turn?.car === 'waiting') await recordPowerPause(context, state.turn.transactionId, undefined);
  await db.delete(connectorPower).where(isThis);
}
