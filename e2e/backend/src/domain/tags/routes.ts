/** A driver's cards and the identifiers of their cars. */
import { tagCalls } from '@shared/contract/tags';
import type { FastifyInstance } from 'fastify';
import { idOf } from '../../platform/api/route.ts';
import { and, asc, eq, isNull, ne, sql } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, idTags, transactions, vehicles } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { SessionUser } from '../people/auth/session.ts';
import { withUserLock } from '../people/auth/user-lock.ts';
import { userRoute } from '../people/auth/user-route.ts';
import type { TagsContext } from './context.ts';
import { type Linkable, readLinkable } from './seen-cars.ts';

export function registerTagRoutes(app: FastifyInstance, context: TagsContext): void {
  const { db, now } = context;
  const isOwn = (user: SessionUser) => and(eq(idTags.userId, user.id), isNull(idTags.endedAt));

  userRoute(app, context, tagCalls.tags, async ({ user }) => {
    const rows = await db
      .select({ row: idTags, transactionId: transactions.id })
      .from(idTags)
      .leftJoin(
        transactions,
        and(
          eq(transactions.userId, user.id),
          isNull(transactions.stoppedAt),
          isNull(transactions.attemptId),
          // The vehicle of a car's identifier is the charge's; a card's tag is the charge's own.
          sql`case when ${idTags.isCar} then ${transactions.vehicleId} = ${idTags.vehicleId} else upper(${transactions.idTag}) = upper(${idTags.tag}) end`,
        ),
      )
      .where(isOwn(user))
      .orderBy(asc(idTags.id));
    const linkable = (await offersAutocharge(user)) ? await unlinkedOf(user) : [];
    return {
      // Once each, also while two charges of a card run.
      tags: [...new Map(rows.map((found) => [found.row.id, found])).values()].map(
        ({ row, transactionId }) => ({
          tagId: row.id,
          kind: row.isCar ? 'car' : 'card',
          label: row.isCar ? `…${row.tag.slice(-4)}` : row.label,
          uvId: row.vehicleId,
          blocked: row.blockedAt !== null,
          validUntil: row.validUntil?.toISOString(),
          transactionId,
        }),
      ),
      linkable: linkable.map(({ transactionId, vehicleId }) => ({ transactionId, uvId: vehicleId })),
    };
  });

  userRoute(app, context, tagCalls.linkCar, async ({ body, reply, user }) => {
    const charge = (await offersAutocharge(user))
      ? (await readLinkable(db, user.id)).find(
          ({ transactionId }) => transactionId === idOf(body.TransactionID),
        )
      : undefined;
    if (!charge) throw notFound('CAR');
    await link(user, charge);
    reply.status(201);
  });

  userRoute(app, context, tagCalls.changeTag, async ({ body, params, user }) => {
    const changed = await db
      .update(idTags)
      .set({ blockedAt: body.Blocked ? now() : null })
      .where(and(eq(idTags.id, idOf(params.tagId)), isOwn(user), eq(idTags.isCar, false)))
      .returning({ id: idTags.id });
    if (changed.length === 0) throw notFound('TAG');
  });

  userRoute(app, context, tagCalls.deleteTag, async ({ params, user }) => {
    const ended = await db
      .update(idTags)
      .set({ endedAt: now() })
      .where(and(eq(idTags.id, idOf(params.tagId)), isOwn(user), eq(idTags.isCar, true)))
      .returning({ id: idTags.id });
    if (ended.length === 0) throw notFound('TAG');
  });

  async function offersAutocharge({ brandId }: SessionUser): Promise<boolean> {
    const [brand] = await db.select().from(brands).where(eq(brands.id, brandId));
    return brand?.autocharge === true;
  }

  /** Also returns a car that another account has linked: the attempt to link it is reported. */
  async function unlinkedOf(user: SessionUser) {
    const linked = await db.select({ tag: idTags.tag }).from(idTags).where(isOwn(user));
    const own = new Set(linked.map(({ tag }) => tag));
    return (await readLinkable(db, user.id)).filter(({ tag }) => !own.has(tag));
  }

  /** @throws 409 if another account has linked the car; its driver is notified */
  async function link(user: SessionUser, charge: Linkable): Promise<void> {
    const { ownerId } = await linkUnlessTaken(user, charge);
    if (ownerId === user.id) return;
    const { transactionId } = charge;
    context.log.warn(
      { userId: user.id, ownerId, transactionId },
      'a linked car was claimed by another account',
    );
    if (ownerId !== null)
      await context.chargeEvents.tagUsed(db, 'carClaimed', { transactionId, userId: ownerId }, now());
    throw new Failure(409, 'CAR_TAKEN');
  }

  /** A vehicle has one identifier: a new one replaces it. Returns the owner of the car. */
  const linkUnlessTaken = (user: SessionUser, { tag, vehicleId, startedAt }: Linkable) =>
    withUserLock(db, user.id, async (tx) => {
      const [vehicle] = await tx
        .select()
        .from(vehicles)
        .where(and(eq(vehicles.id, vehicleId), eq(vehicles.userId, user.id)));
      if (!vehicle) throw notFound('CAR');
      const row = { tag, label: vehicle.name, userId: user.id, vehicleId, isCar: true, linkedAt: startedAt };
      // In one statement: the owner of an existing link may end it at the same moment.
      const inserted = await tx
        .insert(idTags)
        .values(row)
        .onConflictDoUpdate({ target: idTags.tag, targetWhere: sql`ended_at is null`, set: { tag } })
        .returning();
      const { id, userId: ownerId } = one(inserted);
      if (ownerId !== user.id) return { ownerId };
      await tx.update(idTags).set({ vehicleId }).where(eq(idTags.id, id));
      const isEarlier = and(eq(idTags.vehicleId, vehicleId), eq(idTags.isCar, true), ne(idTags.tag, tag));
      await tx
        .update(idTags)
        .set({ endedAt: now() })
        .where(and(isEarlier, isOwn(user)));
      return { ownerId };
    });
}
