/** Divides the power of limited sites among their connectors, by charging profiles. */
import type { Db } from '../../platform/database/database.ts';
import { eq, isNull } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectorPower, type PowerGrant, sites } from '../../platform/database/schema.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import type { ChargingContext } from '../charging/context.ts';
import { recordPowerPause } from '../charging/record-periods.ts';
import { allocate, type PowerChange, settle } from './allocate.ts';
import { clearingOf, guardOf, profileOf } from './charging-profile.ts';
import { type LimitedSite, readLimitedSites } from './read-sites.ts';
import { acceptedGrant, floorToStep } from './site-power.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now' | 'log' | 'options'>;

const TIMEOUT_MS = 5 * SECOND_MS;
/** Connectors without a limit that are released at a time. */
const RELEASED = 50;

/** Sends the limits that are due, and waits for the replies. Switched off, it removes those that were sent. */
export async function sharePower(context: Context, sendCall: SendCall): Promise<void> {
  const { db, now } = context;
  await releaseUnlimited(context, sendCall);
  if (!context.options.sharesPower) return;
  const due = (await readLimitedSites(db, now().getTime())).filter(
    (site) => allocate(site, now().getTime()).length > 0,
  );
  await Promise.all(due.map(({ id }) => shareSite(context, sendCall, id)));
}

async function shareSite(context: Context, sendCall: SendCall, siteId: number): Promise<void> {
  const planned = await context.db.transaction((tx) => plan({ ...context, db: tx }, siteId));
  if (!planned) return;
  for (const { connector } of planned.changes) {
    const { chargePointId, connectorId } = connector;
    if (connector.charge) await context.bus.publish({ kind: 'connector', chargePointId, connectorId });
  }
  const byChargePoint = Map.groupBy(planned.changes, ({ connector }) => connector.chargePointId);
  await Promise.all(
    [...byChargePoint.values()].map(async (changes) => {
      for (const change of changes) await send(context, sendCall, planned.site, change);
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
    const wasFed = before.turn?.transactionId !== turn?.transactionId || before.turn?.isFed;
    if (turn && turn.isFed !== wasFed)
      await recordPowerPause(context, turn.transactionId, turn.isFed ? undefined : new Date(state.changedAt));
  }
  return { site, changes };
}

async function send(context: Context, sendCall: SendCall, site: LimitedSite, change: PowerChange) {
  const { connector, grants } = change;
  const { chargePointId, connectorId } = connector;
  const call = (profile: object) => sendCall(chargePointId, 'SetChargingProfile', { ...profile }, TIMEOUT_MS);
  for (const grant of grants) {
    const isFirst =
      grant.transactionId === undefined && acceptedGrant(connector.state)?.thenW !== grant.thenW;
    const guardW = floorToStep(Math.min(...connector.limits.map((name) => site.limits.get(name) ?? 0)));
    if (isFirst) await call(guardOf(guardW, context.now()));
    const { reply, failure } = await call(profileOf(connectorId, grant));
    const isUnknown = failure === 'timeout' || failure === 'disconnected' || failure === 'unreachable';
    const outcome = reply?.status === 'Accepted' ? 'accepted' : isUnknown ? 'unknown' : 'refused';
    if (outcome !== 'accepted')
      context.log.warn(
        { chargePointId, connectorId, outcome, failure },
        'a charging profile was not accepted',
      );
    await context.db.transaction((tx) => store(tx, connector, grant, outcome, context.now()));
  }
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

/** Removes the profiles from connectors whose site isn't limited any more, or from all if limits are off. */
async function releaseUnlimited(context: Context, sendCall: SendCall): Promise<void> {
  const { db, options } = context;
  const released = await db
    .select({ power: connectorPower, online: chargePoints.online })
    .from(connectorPower)
    .innerJoin(chargePoints, eq(chargePoints.id, connectorPower.chargePointId))
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(options.sharesPower ? isNull(sites.maxPowerKw) : undefined)
    .limit(RELEASED);
  for (const { power, online } of released) {
    if (!online) continue;
    const { chargePointId, connectorId, state } = power;
    const replies = [];
    for (const request of clearingOf(connectorId))
      replies.push(await sendCall(chargePointId, 'ClearChargingProfile', request, TIMEOUT_MS));
    if (replies.some(({ reply }) => !reply)) continue;
    if (state.turn && !state.turn.isFed) await recordPowerPause(context, state.turn.transactionId, undefined);
    await db.delete(connectorPower).where(isAt(connectorPower, power));
  }
}
