/** Composes a notice from the state of its charge or order when it is sent. */
import { formatBRL, formatKwh } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { describeOverstayPrice } from '@shared/charging';
import { stopReasonText } from '@shared/charging/stop-reason';
import type { NoticeKind } from '@shared/contract';
import type { PushMessage } from '@shared/contract/push-message';
import { pathsOf } from '@shared/router/paths';
import { and, eq, sql } from '../../platform/database/orm.ts';
import {
  brands,
  type ChargeSecurityKind,
  chargePoints,
  connectors,
  type LineNoticeKind,
  type NoticeRow,
  orders,
  sites,
  transactions,
  users,
  vehicles,
  waitingPlaces,
} from '../../platform/database/schema.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { energyKwh } from '../charging/views.ts';
import { refundedOf } from '../money/wallet/orders.ts';
import type { NoticesContext } from './context.ts';
import { strings } from './strings.ts';
import { littleCreditLeft, overstayCostStartOf } from './watch-charges.ts';

type Context = Pick<NoticesContext, 'db' | 'now'>;

type Subject = NonNullable<Awaited<ReturnType<typeof loadSubject>>>;

export interface ComposedNotice extends Pick<Subject, 'user' | 'brand'> {
  message: PushMessage;
}

/** Returns undefined if the notice no longer applies. */
export async function composeNotice(
  context: Context,
  notice: NoticeRow,
): Promise<ComposedNotice | undefined> {
  const { kind, transactionId, orderId, siteId, userId } = notice;
  if (kind === 'topUpPaid' || kind === 'topUpCanceled')
    return orderId === null ? undefined : composeOrder(context, kind, orderId);
  if (isOfLine(kind)) return siteId === null ? undefined : composeLine(context, kind, siteId, userId);
  const subject = transactionId === null ? undefined : await loadSubject(context, transactionId, userId);
  const content = subject && (await CONTENT[kind](context, subject));
  if (!content) return undefined;
  const { brand, user } = subject;
  const { body, at } = content;
  const path = user.isGuest ? pathsOf(brand.slug).guest() : content.path;
  const title = strings.title(brand.name, strings[kind]);
  return { user, brand, message: { title, body, path, tag: `charge-${transactionId}`, at } };
}

/** Composes a notice about a top-up; returns undefined if its state has changed. */
async function composeOrder(
  { db }: Context,
  kind: 'topUpPaid' | 'topUpCanceled',
  orderId: number,
): Promise<ComposedNotice | undefined> {
  const [found] = await db
    .select({ user: users, brand: brands, order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(eq(orders.id, orderId));
  if (found?.order.state !== (kind === 'topUpPaid' ? 'paid' : 'canceled')) return undefined;
  const { user, brand, order } = found;
  const message = {
    title: strings.title(brand.name, strings[kind]),
    body: [isolate(order.paymentMethod?.description ?? ''), formatBRL(order.cents)]
      .filter(Boolean)
      .join(' · '),
    path: pathsOf(brand.slug).creditReceipt(String(orderId)),
    tag: `order-${orderId}`,
  };
  return { user, brand, message };
}

const isOfLine = (kind: NoticeRow['kind']): kind is LineNoticeKind => kind.startsWith('line');

/** Composes a notice about a place in a line; returns undefined if the place has changed since. */
async function composeLine(
  { db, now }: Context,
  kind: LineNoticeKind,
  siteId: number,
  userId: number,
): Promise<ComposedNotice | undefined> {
  const [found] = await db
    .select({ user: users, brand: brands, site: sites, place: waitingPlaces })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .innerJoin(sites, eq(sites.id, siteId))
    .leftJoin(waitingPlaces, and(eq(waitingPlaces.userId, users.id), eq(waitingPlaces.siteId, sites.id)))
    .where(eq(users.id, userId));
  if (!found || (found.place === null) !== (kind === 'lineOut')) return undefined;
  const { user, brand, site, place } = found;
  const [own] = await db
    .select({ connector: connectors })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(
      and(
        eq(chargePoints.siteId, siteId),
        sql`(${connectors.hold} -> 'turn' ->> 'userId')::int = ${userId}`,
        place ? eq(connectors.plug, place.plug) : undefined,
      ),
    );
  if ((own !== undefined) !== (kind === 'lineTurn') && kind !== 'lineMissed') return undefined;
  const leftMs = (own?.connector.hold?.turn?.until ?? 0) - now().getTime();
  const body = {
    lineTurn: () => strings.turnAt(own?.connector.name ?? '', Math.ceil(leftMs / MINUTE_MS), site.name),
    lineWaits: () => strings.waitsAt(site.name),
    lineMissed: () => strings.missedAt(site.name),
    lineOut: () => strings.outAt(site.name),
  }[kind]();
  const path = pathsOf(brand.slug).charger(String(siteId));
  const title = strings.title(brand.name, strings[kind]);
  return { user, brand, message: { title, body, path, tag: `line-${siteId}` } };
}

async function loadSubject({ db }: Context, transactionId: number, userId: number) {
  const [found] = await db
    .select({ user: users, brand: brands, transaction: transactions, siteName: sites.name })
    .from(transactions)
    .innerJoin(users, eq(users.id, userId))
    .innerJoin(brands, eq(brands.id, users.brandId))
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(eq(transactions.id, transactionId));
  return found;
}

interface Content {
  body: string;
  /** Path of the screen that the notification opens. */
  path: string;
  at?: string;
}
type Compose = (context: Context, subject: Subject) => Content | undefined | Promise<Content | undefined>;

const CONTENT: Record<NoticeKind | ChargeSecurityKind | 'chargeRefunded', Compose> = {
  chargeEnded: composeEnd,
  stoppedUnexpectedly: composeEnd,

  async creditNearlyUsed({ db, now }, subject) {
    const { transaction } = subject;
    const left = transaction.stoppedAt ? undefined : await littleCreditLeft(db, transaction, now());
    if (left === undefined) return undefined;
    const text = subject.user.isGuest ? strings.guestCreditLeft : strings.creditLeft;
    return { body: text(formatBRL(left)), path: rechargePath(subject) };
  },

  idleCostBegins({ now }, subject) {
    const { transaction } = subject;
    const start = overstayCostStartOf(transaction);
    if (start === undefined || !transaction.price) return undefined;
    const cost = describeOverstayPrice(transaction.price);
    const body = start > now().getTime() ? strings.overstayWillCost(cost) : strings.overstayCosts(cost);
    return { body, path: rechargePath(subject), at: new Date(start).toISOString() };
  },

  async startedByTag({ db }, subject) {
    const { transaction, siteName } = subject;
    if (transaction.stoppedAt) return undefined;
    const { vehicleId } = transaction;
    const [vehicle] =
      vehicleId === null ? [] : await db.select().from(vehicles).where(eq(vehicles.id, vehicleId));
    const body = vehicle ? strings.startedByCarAt(vehicle.name, siteName) : strings.startedByCardAt(siteName);
    return { body, path: rechargePath(subject) };
  },

  carCopied: (_, subject) =>
    subject.transaction.stoppedAt
      ? undefined
      : { body: strings.copiedAt(subject.siteName), path: rechargePath(subject) },

  carClaimed: (_, { brand, siteName }) => ({
    body: strings.claimedAt(siteName),
    path: pathsOf(brand.slug).vehiclesList(),
  }),

  async chargeRefunded({ db }, { brand, transaction, siteName, user }) {
    const { id, orderId } = transaction;
    const { cents } = orderId === null ? { cents: 0 } : await refundedOf(db, orderId);
    if (cents === 0) return undefined;
    const text = user.isGuest ? strings.guestRefunded : strings.refunded;
    return { body: text(formatBRL(cents), siteName), path: pathsOf(brand.slug).chargeReceipt(String(id)) };
  },
};

function composeEnd(_: Context, { brand, transaction, siteName }: Subject): Content {
  const kwh = energyKwh(transaction);
  const { billCents } = transaction;
  const figures = [
    kwh !== null && formatKwh(kwh),
    billCents !== null && formatBRL(billCents),
    isolate(siteName),
  ].filter(Boolean);
  const sentences = [stopReasonText(transaction.stopReason ?? undefined), figures.join(' · ')];
  return {
    body: sentences.filter(Boolean).join('. '),
    path: pathsOf(brand.slug).chargeReceipt(String(transaction.id)),
  };
}

const rechargePath = ({ brand, transaction: { chargePointId, connectorId } }: Subject) =>
  pathsOf(brand.slug).recharge(chargePointId, String(connectorId));
