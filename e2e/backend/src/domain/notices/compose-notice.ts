/** Composes a notice from the state of its charge or order when it is sent. */
import { formatBRL, formatKwh } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { describeOverstayPrice } from '@shared/charging';
import { stopReasonText } from '@shared/charging/stop-reason';
import type { NoticeKind } from '@shared/contract';
import type { PushMessage } from '@shared/contract/push-message';
import { pathsOf } from '@shared/router/paths';
import { eq } from '../../platform/database/orm.ts';
import {
  type BrandRow,
  brands,
  type ChargeSecurityKind,
  chargePoints,
  type NoticeRow,
  orders,
  sites,
  type TransactionRow,
  transactions,
  type UserRow,
  users,
  vehicles,
} from '../../platform/database/schema.ts';
import { energyKwh } from '../charging/views.ts';
import { refundedOf } from '../money/wallet/orders.ts';
import type { NoticesContext } from './context.ts';
import { strings } from './strings.ts';
import { littleCreditLeft, overstayCostStartOf } from './watch-charges.ts';

type Context = Pick<NoticesContext, 'db' | 'now'>;

interface Subject {
  user: UserRow;
  brand: BrandRow;
  transaction: TransactionRow;
  siteName: string;
}

export interface ComposedNotice extends Pick<Subject, 'user' | 'brand'> {
  message: PushMessage;
}

/** Returns undefined if the notice no longer applies. */
export async function composeNotice(
  context: Context,
  notice: NoticeRow,
): Promise<ComposedNotice | undefined> {
  const { kind, transactionId, orderId, userId } = notice;
  if (kind === 'topUpPaid' || kind === 'topUpCanceled')
    return orderId === null ? undefined : composeOrder(context, kind, orderId);
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

async function loadSubject(
  { db }: Context,
  transactionId: number,
  userId: number,
): Promise<Subject | undefined> {
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
    return left === undefined
      ? undefined
      : { body: creditLeftText(subject.user, formatBRL(left)), path: rechargePath(subject) };
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
    return cents === 0
      ? undefined
      : {
          body: refundedText(user, formatBRL(cents), siteName),
          path: pathsOf(brand.slug).chargeReceipt(String(id)),
        };
  },
};

const creditLeftText = ({ isGuest }: UserRow, amount: string) =>
  isGuest ? strings.guestCreditLeft(amount) : strings.creditLeft(amount);

const refundedText = ({ isGuest }: UserRow, amount: string, site: string) =>
  isGuest ? strings.guestRefunded(amount, site) : strings.refunded(amount, site);

function composeEnd(_: Context, { brand, transaction, siteName }: Subject): Content {
  const kwh = energyKwh(transaction);
  const { billCents } = transaction;
  const figures = [
    kwh !== null && formatKwh(kwh),
    billCents !== null && formatBRL(billCents),
    isolate(siteName),
  ].filter(Boolean);
  const sentences = [stopReasonText(transaction.endReason ?? undefined), figures.join(' · ')];
  return {
    body: sentences.filter(Boolean).join('. '),
    path: pathsOf(brand.slug).chargeReceipt(String(transaction.id)),
  };
}

const rechargePath = ({ brand, transaction: { chargePointId, connectorId } }: Subject) =>
  pathsOf(brand.slug).recharge(chargePointId, String(connectorId));
