/**
 * Queue of a site's valets, who work on it concurrently: only the first to add, start or delete a
 * vehicle succeeds. Others get 409 or 404, or a rejected start.
 */
import { formatTimer, maskPlate, readPlate, secondsBetween } from '@shared/brazil';
import type { ConnectorStatus, ValetQueueItem, ValetStatus, ValetVehicle } from '@shared/contract';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  siteBrands,
  startAttempts,
  type TransactionRow,
  transactions,
  users,
  valetQueue,
  valetStarts,
  vehicles,
} from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { addMs, HOUR_MS } from '../../platform/time.ts';
import { endAttempts, OPEN, plugWaitEnd } from '../charging/attempts.ts';
import type { ChargingContext } from '../charging/context.ts';
import { energyKwh } from '../charging/views.ts';

/** Finished rows leave the queue after this time. */
const SHOWN_MS = 12 * HOUR_MS;
const MAX_PRISMA_LENGTH = 20;

type Vehicle = z.output<typeof ValetVehicle>;
type Context = Pick<ChargingContext, 'db' | 'options' | 'now'>;

const hiddenBefore = (now: Date) => addMs(now, -SHOWN_MS);
export const vehicleNotFound = () => notFound('VALET_VEHICLE');

/** Returns the queue in the order of service; vehicles that are only announced come last. */
export async function listQueue(context: Context, siteId: number): Promise<z.input<typeof ValetQueueItem>[]> {
  const { db, now } = context;
  const rows = await db
    .select({
      item: valetQueue,
      attempt: startAttempts,
      transaction: transactions,
      connector: connectors,
      online: chargePoints.online,
      isFollowed: sql<boolean>`${exists(laterCharges(db))}`,
    })
    .from(valetQueue)
    .leftJoin(startAttempts, eq(startAttempts.id, valetQueue.attemptId))
    .leftJoin(transactions, eq(transactions.attemptId, valetQueue.attemptId))
    .leftJoin(connectors, isAt(connectors, startAttempts))
    .leftJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(
      and(
        eq(valetQueue.siteId, siteId),
        or(isNull(valetQueue.finishedAt), gt(valetQueue.finishedAt, hiddenBefore(now()))),
      ),
    )
    .orderBy(asc(valetQueue.queuedAt), asc(valetQueue.id));
  return rows.map(({ item, attempt, transaction, connector, online, isFollowed }) => {
    // A row that waits for the plug already has the connector at which the car must be plugged in.
    const hasStarted = transaction !== null || (attempt !== null && OPEN.includes(attempt.status));
    const status = statusOf(transaction);
    const connectorStatus = online ? connector?.status : null;
    return {
      cqId: item.id,
      cqCsId: item.siteId,
      cqCustomId: item.prisma,
      cqUvLicencePlate: item.plate,
      cqQueuedAt: item.queuedAt?.toISOString(),
      status,
      chargePointName: hasStarted ? connector?.name : null,
      connectorId: hasStarted ? attempt?.connectorId : null,
      meterTotal: transaction && energyKwh(transaction),
      startTime: transaction?.startedAt.toISOString(),
      duration:
        transaction?.stoppedAt && formatTimer(secondsBetween(transaction.startedAt, transaction.stoppedAt)),
      blocksCharger: transaction && blocksCharger(transaction, connectorStatus) && !isFollowed,
      plugWaitUntil: attempt?.status === 'accepted' ? plugWaitEnd(context, attempt).toISOString() : null,
      startError: transaction || item.queuedAt === null ? null : attempt?.errorCode,
      canDismiss: status === 'FINISHED',
    };
  });
}

/** Charges that began on the same connector afterwards, so that the car there is another one. */
function laterCharges(db: Db) {
  const later = alias(transactions, 'later');
  return db
    .select({ id: later.id })
    .from(later)
    .where(and(isAt(later, transactions), gt(later.id, transactions.id)));
}

function statusOf(transaction: TransactionRow | null): ValetStatus {
  if (!transaction) return 'QUEUED';
  return transaction.stoppedAt ? 'FINISHED' : 'CHARGING';
}

/** Statuses of a connector with the car of its last charge. Preparing may be another car. */
const STILL_PLUGGED: ReadonlySet<string> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing']);

/**
 * Returns whether a charge's car occupies its connector without charging: the charge has ended, or
 * the car takes no more energy. SuspendedEV before any energy flowed doesn't count.
 */
function blocksCharger(charge: TransactionRow, status: ConnectorStatus | null | undefined): boolean {
  if (!status) return false;
  if (charge.stoppedAt) return STILL_PLUGGED.has(status);
  return status === 'SuspendedEV' && energyKwh(charge) !== 0;
}

/**
 * Adds a vehicle, or marks an announced one as arrived.
 * @throws 400 if the plate or the prisma is invalid, 409 if the plate is queued
 */
export async function addToQueue({ db, now }: Context, siteId: number, vehicle: Vehicle): Promise<void> {
  const plate = readPlate(vehicle.cqUvLicencePlate);
  if (plate === undefined) throw new Failure(400, 'INVALID_PLATE');
  const prisma = vehicle.cqCustomId.trim();
  if (prisma === '' || prisma.length > MAX_PRISMA_LENGTH) throw new Failure(400, 'INVALID_PRISMA');
  const queuedAt = now();
  const added = await db
    .insert(valetQueue)
    .values({ siteId, plate, prisma, queuedAt })
    .onConflictDoUpdate({
      target: [valetQueue.siteId, valetQueue.plate],
      targetWhere: sql`finished_at is null`,
      set: { prisma, queuedAt },
      setWhere: isNull(valetQueue.queuedAt),
    })
    .returning({ id: valetQueue.id });
  if (added.length === 0) throw new Failure(409, 'PLATE_IN_QUEUE');
}

/**
 * Removes a vehicle from the queue and cancels a start that still waits for the plug.
 * @throws 404 if the row doesn't exist or belongs to another vehicle, 409 if the vehicle charges or
 * has charged
 */
export function removeFromQueue(db: Db, id: number, vehicle: Vehicle): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(valetQueue).where(eq(valetQueue.id, id)).for('update');
    const isSameVehicle = row && (row.plate ?? '') === maskPlate(vehicle.cqUvLicencePlate);
    if (!isSameVehicle) throw vehicleNotFound();
    if (row.attemptId !== null) {
      const byId = eq(startAttempts.id, row.attemptId);
      await endAttempts(tx, byId, 'failed', 'Cancelled');
      const [attempt] = await tx.select({ status: startAttempts.status }).from(startAttempts).where(byId);
      if (attempt?.status === 'started') throw new Failure(409, 'VALET_VEHICLE_CHARGED');
    }
    await tx.delete(valetQueue).where(eq(valetQueue.id, id));
  });
}

/**
 * Removes a vehicle with a finished charge from the queue.
 * @throws 404 if the row doesn't exist, 409 if no charge of the vehicle has finished
 */
export async function dismissFromQueue(db: Db, id: number): Promise<void> {
  const byId = eq(valetQueue.id, id);
  const dismissed = await db
    .delete(valetQueue)
    .where(and(byId, isNotNull(valetQueue.finishedAt)))
    .returning({ id: valetQueue.id });
  if (dismissed.length > 0) return;
  const [row] = await db.select({ id: valetQueue.id }).from(valetQueue).where(byId);
  throw row ? new Failure(409, 'VALET_VEHICLE_NOT_FINISHED') : vehicleNotFound();
}

/** Locks a row for a new attempt. Returns an error code if it can't have one. */
export async function lockForStart(tx: Db, id: number): Promise<string | undefined> {
  const [row] = await tx.select().from(valetQueue).where(eq(valetQueue.id, id)).for('update');
  if (!row) return 'VALET_VEHICLE_GONE';
  if (row.queuedAt === null) return 'VALET_VEHICLE_PENDING';
  const [attempt] = await tx
    .select({ status: startAttempts.status })
    .from(startAttempts)
    .where(eq(startAttempts.id, row.attemptId ?? -1));
  const isOver = !attempt || !(attempt.status === 'started' || OPEN.includes(attempt.status));
  return isOver ? undefined : 'VALET_VEHICLE_STARTED';
}

/** Makes an attempt that of a row; `lockForStart` must have locked the row. */
export async function setAttempt(tx: Db, queueId: number, attemptId: number): Promise<void> {
  await tx.update(valetQueue).set({ attemptId }).where(eq(valetQueue.id, queueId));
  await tx.insert(valetStarts).values({ attemptId, queueId }).onConflictDoNothing();
}

const startStatement = prepareOnce((db) =>
  db
    .select()
    .from(valetStarts)
    .where(eq(valetStarts.attemptId, sql.placeholder('attemptId')))
    .prepare('valet_start'),
);

/**
 * Assigns a charge to the queue row of its attempt, if the charge began after the attempt had ended.
 * Does nothing if the row has been deleted, or if a newer attempt of it is open or has a charge.
 */
export async function resumeQueued(db: Db, attemptId: number): Promise<void> {
  const [start] = await startStatement(db).execute({ attemptId });
  if (!start) return;
  await db.transaction(async (tx) => {
    if ((await lockForStart(tx, start.queueId)) === undefined) await setAttempt(tx, start.queueId, attemptId);
  });
}

/** Marks the row of a charge, if any, as finished: the charge has ended. */
export async function finishQueued(tx: Db, { attemptId }: TransactionRow, finishedAt: Date): Promise<void> {
  if (attemptId === null) return;
  await tx.update(valetQueue).set({ finishedAt }).where(eq(valetQueue.attemptId, attemptId));
}

/**
 * Puts the row of a charge, if any, back in the queue: the charge goes on. A valet may have added the
 * vehicle again, which then has another row: this one stays finished.
 */
export async function reopenQueued(tx: Db, { attemptId }: TransactionRow): Promise<void> {
  if (attemptId === null) return;
  const newer = alias(valetQueue, 'newer');
  const isQueuedAgain = tx
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(eq(newer.siteId, valetQueue.siteId), eq(newer.plate, valetQueue.plate), isNull(newer.finishedAt)),
    );
  await tx
    .update(valetQueue)
    .set({ finishedAt: null })
    .where(and(eq(valetQueue.attemptId, attemptId), notExists(isQueuedAgain)));
}

/**
 * Removes the plates of a deleted user from the queues of the brand's sites, unless another account has the
 * same car. Finished rows are deleted; others stay, identified by their prisma.
 */
export async function deletePlatesOf(tx: Db, userId: number): Promise<void> {
  const plates = (condition: SQL) => tx.select({ plate: vehicles.plate }).from(vehicles).where(condition);
  const ownSites = tx
    .select({ siteId: siteBrands.siteId })
    .from(siteBrands)
    .innerJoin(users, eq(users.brandId, siteBrands.brandId))
    .where(eq(users.id, userId));
  const isOnlyTheirs = and(
    // Anyone can add a vehicle with any plate.
    inArray(valetQueue.siteId, ownSites),
    inArray(valetQueue.plate, plates(eq(vehicles.userId, userId))),
    notInArray(valetQueue.plate, plates(ne(vehicles.userId, userId))),
  );
  await tx.delete(valetQueue).where(and(isOnlyTheirs, isNotNull(valetQueue.finishedAt)));
  await tx.update(valetQueue).set({ plate: null }).where(isOnlyTheirs);
}

/** Deletes finished rows that are no longer shown, so that their plates aren't kept. */
export async function deleteFinished({ db, now }: Context): Promise<void> {
  await db.delete(valetQueue).where(lt(valetQueue.finishedAt, hiddenBefore(now())));
}
