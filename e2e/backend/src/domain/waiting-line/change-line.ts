/** Applies the rules to a site's line: reads what its connectors do, and stores the turns. */
import { isDeepStrictEqual } from 'node:util';
import type { Plug } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import {
  brands,
  type ConnectorHold,
  chargePoints,
  connectors,
  type LineNoticeKind,
  startAttempts,
  transactions,
  users,
  waitingPlaces,
} from '../../platform/database/schema.ts';
import { evseOf } from '../charge-points/ocpp201/evses.ts';
import { emailOfDeleted } from '../people/auth/deleted.ts';
import { newIdTag } from '../tags/id-tag.ts';
import type { WaitingLineContext } from './context.ts';
import { applyEvent, type Line, type LineEvent, type LineNote, type SpotState } from './rules.ts';

type Context = Pick<WaitingLineContext, 'db' | 'bus' | 'now' | 'options' | 'randomness' | 'lineEvents'>;

const NOTICES: Record<LineNote['kind'], LineNoticeKind> = {
  turn: 'lineTurn',
  waits: 'lineWaits',
  missed: 'lineMissed',
  out: 'lineOut',
};

/** Moves the lines of all sites with drivers who wait, or have waited. */
export async function moveLines(context: Context): Promise<void> {
  const { db } = context;
  const waited = db.select({ siteId: waitingPlaces.siteId }).from(waitingPlaces);
  const held = db
    .select({ siteId: chargePoints.siteId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(isNotNull(connectors.hold));
  for (const { siteId } of await waited.union(held)) await changeLine(context, siteId);
}

/**
 * Changes the line of a site by what its connectors do now, by the time and by an event.
 * @param allow called with the line of that moment; throws if the event isn't possible
 */
export async function changeLine(
  context: Context,
  siteId: number,
  event?: LineEvent,
  allow?: (line: Line) => void,
): Promise<void> {
  const changed = await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`line ${siteId}`}, 0))`);
    const rows = await lockConnectors(tx, siteId);
    const found = await readLine(context, tx, siteId, rows);
    const moment = { at: context.now().getTime(), turnMs: context.options.turnMs };
    const notes: LineNote[] = [];
    let { line } = found;
    const apply = (event: LineEvent) => {
      const applied = applyEvent(line, event, moment);
      line = applied.line;
      notes.push(...applied.notes);
    };
    for (const earlier of found.events) apply(earlier);
    apply({ kind: 'timePassed' });
    allow?.(line);
    if (event) apply(event);
    await storePlaces(context, tx, siteId, found.line, line);
    for (const { userId, kind } of notes)
      await context.lineEvents.changed(tx, NOTICES[kind], { siteId, userId }, context.now());
    return storeHolds(context, tx, rows, line);
  });
  for (const connector of changed) await context.bus.publish({ kind: 'connector', ...connector });
}

type Row = Awaited<ReturnType<typeof lockConnectors>>[number];

/** A start locks its connector, too: either it is seen here, or it sees the turn. */
const lockConnectors = (tx: Db, siteId: number) =>
  tx
    .select({ connector: connectors, chargePoint: chargePoints })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(eq(chargePoints.siteId, siteId))
    .orderBy(asc(connectors.chargePointId), asc(connectors.connectorId))
    .for('no key update', { of: connectors });

const spotIdOf = ({ connector }: Row) => `${connector.chargePointId}/${evseOf(connector).id}`;

const isHere = (row: Row) => (other: ConnectorKey) =>
  other.chargePointId === row.connector.chargePointId && other.connectorId === row.connector.connectorId;

/** Returns the stored line, and what has happened at its connectors since. */
async function readLine({ now }: Context, tx: Db, siteId: number, rows: Row[]) {
  const places = await tx
    .select({ place: waitingPlaces, isOffered: brands.waitingLine, email: users.email })
    .from(waitingPlaces)
    .innerJoin(users, eq(users.id, waitingPlaces.userId))
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(eq(waitingPlaces.siteId, siteId))
    .orderBy(asc(waitingPlaces.id));
  const ids = [...new Set(rows.map(({ connector }) => connector.chargePointId))];
  const { deadline, status } = startAttempts;
  const starts = await tx
    .select()
    .from(startAttempts)
    .where(
      and(
        inArray(startAttempts.chargePointId, ids),
        inArray(status, ['pending', 'accepted']),
        gt(deadline, now()),
      ),
    );
  const charges = await tx
    .select()
    .from(transactions)
    .where(and(inArray(transactions.chargePointId, ids), isNull(transactions.stoppedAt)));
  const charging = new Set(charges.map(({ userId }) => userId));
  const spots = [...Map.groupBy(rows, spotIdOf)].map(([id, group]) => {
    const turn = group[0]?.connector.hold?.turn;
    const usable = group.filter(canServe);
    const plugs = [...new Set(usable.map(({ connector }) => connector.plug))];
    const plug = places.find(({ place }) => place.userId === turn?.userId)?.place.plug;
    // One car at a time: another cable of an EVSE is of no use while one of them charges.
    const isTaken = group.some((row) => charges.some(isHere(row)) || starts.some(isForeign(row)));
    const isLost = isTaken || usable.length === 0 || (plug !== undefined && !plugs.includes(plug));
    const isFree = usable.every(({ connector }) => connector.status === 'Available');
    const isStarting = group.some((row) => starts.some(isHere(row)));
    // `occupied` includes a charge with an unreported start: its driver may have the turn.
    const state: SpotState = isLost ? 'lost' : isStarting ? 'starting' : isFree ? 'free' : 'occupied';
    return { id, plugs, state, turn: turn && { userId: turn.userId, until: turn.until } };
  });
  const line: Line = { places: places.map(({ place }) => place), spots };
  const events: LineEvent[] = [
    ...places
      .filter(
        ({ place: { userId }, isOffered, email }) =>
          // A place may be stored just after the deletion of its account.
          !isOffered || charging.has(userId) || email === emailOfDeleted(userId),
      )
      .map(({ place }) => ({ kind: 'left' as const, userId: place.userId })),
    ...spots
      .filter(({ state, turn }) => state === 'lost' && turn)
      .map(({ id }) => ({ kind: 'seen' as const, id, state: 'lost' as const })),
  ];
  return { line, events };
}

/** Matches starts at a connector by others than the driver who has the turn. */
const isForeign = (row: Row) => (start: ConnectorKey & { userId: number }) =>
  isHere(row)(start) && start.userId !== row.connector.hold?.turn?.userId;

/** Returns false for a connector with which no charge can begin, even if it were free. */
const canServe = ({ connector, chargePoint }: Row) =>
  !connector.retiredAt &&
  !chargePoint.preparingSince &&
  chargePoint.online &&
  connector.status !== null &&
  connector.status !== 'Unavailable' &&
  connector.status !== 'Faulted';

async function storePlaces({ now }: Context, tx: Db, siteId: number, before: Line, { places }: Line) {
  const isStored = (place: Line['places'][number]) =>
    before.places.some(
      ({ userId, plug, missed }) => userId === place.userId && plug === place.plug && missed === place.missed,
    );
  const kept = places.filter(isStored);
  const gone = before.places.filter(({ userId }) => !kept.some((place) => place.userId === userId));
  const added = places.filter((place) => !isStored(place));
  const users = [...gone, ...added].map(({ userId }) => userId);
  if (users.length > 0) await tx.delete(waitingPlaces).where(inArray(waitingPlaces.userId, users));
  for (const { userId, plug, missed } of added) {
    const row = { siteId, plug, missed, joinedAt: now() };
    // Two devices of an account may join at two sites at the same moment.
    await tx
      .insert(waitingPlaces)
      .values({ ...row, userId })
      .onConflictDoUpdate({ target: waitingPlaces.userId, set: row });
  }
}

/** Stores the holds, and returns the connectors with a changed hold. */
async function storeHolds(context: Context, tx: Db, rows: Row[], line: Line): Promise<ConnectorKey[]> {
  const changed: ConnectorKey[] = [];
  const tags = new Map<string, string>();
  for (const row of rows) {
    const { connector } = row;
    const id = spotIdOf(row);
    const turn = line.spots.find((spot) => spot.id === id)?.turn;
    const hold = holdOf(connector, turn, line, () => {
      const tag = tags.get(id) ?? newIdTag(context.randomness);
      tags.set(id, tag);
      return tag;
    });
    if (isDeepStrictEqual(hold, connector.hold)) continue;
    await tx.update(connectors).set({ hold }).where(isAt(connectors, connector));
    changed.push({ chargePointId: connector.chargePointId, connectorId: connector.connectorId });
  }
  return changed;
}

/** Returns null for a hold that would say nothing. */
function holdOf(
  { hold, plug }: { hold: ConnectorHold | null; plug: Plug },
  turn: { userId: number; until: number } | undefined,
  { places }: Line,
  newTag: () => string,
): ConnectorHold | null {
  const isWanted = places.some((place) => place.plug === plug);
  const reservation = hold?.reservation;
  if (!isWanted && !turn && !reservation) return null;
  const isSame = hold?.turn?.userId === turn?.userId && hold?.turn?.until === turn?.until;
  const own = isSame ? hold?.turn : turn && { ...turn, idTag: newTag() };
  return { isWanted, ...(own && { turn: own }), ...(reservation && { reservation }) };
}
