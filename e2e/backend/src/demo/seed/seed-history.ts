/** History of the demo's users: top-ups, and charges with bills from the tariff. */
import { priceCharge, usageAt } from '@shared/charging';
import { referenceOf } from '../../domain/money/payment/provider.ts';
import { creditItem } from '../../domain/money/payment/settle-order.ts';
import { openHold, settle, topUp } from '../../domain/money/wallet/ledger.ts';
import { recordChargeOrder } from '../../domain/money/wallet/orders.ts';
import type { Db } from '../../platform/database/database.ts';
import { asc, desc, eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  ORDER_TOP_UP,
  orderItems,
  orders,
  pricePeriods,
  priceProfiles,
  sites,
  transactions,
  users,
  vehicles,
} from '../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { demoEmails } from './people.ts';

interface TopUp {
  daysAgo: number;
  cents: number;
  method: { description: string; item_type: 'credit_card' | 'pix' };
}
interface Charge {
  daysAgo: number;
  site: string;
  /** Name of a price profile of the network. */
  price: string;
  energyWh: number;
  minutes: number;
  /** Seconds plugged in after the car was full. */
  overstaySeconds?: number;
}

const card = { description: 'visa 4242', item_type: 'credit_card' } as const;
const pix = { description: 'Pix', item_type: 'pix' } as const;

// Ana's top-ups minus her bills leave R$ 180,00.
const anaTopUps: TopUp[] = [
  { daysAgo: 74, cents: 10_000, method: card },
  { daysAgo: 41, cents: 6_000, method: pix },
  { daysAgo: 9, cents: 15_000, method: card },
];
const anaCharges: Charge[] = [
  {
    daysAgo: 72,
    site: 'Praça Consolação',
    price: 'Por kWh, com taxa de início',
    energyWh: 10_000,
    minutes: 95,
  },
  {
    daysAgo: 40,
    site: 'Hub Cerqueira César',
    price: 'Rápida, com permanência',
    energyWh: 10_000,
    minutes: 52,
    overstaySeconds: 1806,
  },
  { daysAgo: 20, site: 'Estação Trianon', price: 'Por kWh', energyWh: 12_500, minutes: 71 },
  { daysAgo: 8, site: 'Mercado Higienópolis', price: 'Grátis', energyWh: 6_340, minutes: 58 },
  { daysAgo: 3, site: 'Itaim Tower', price: 'Por kWh, com estacionamento', energyWh: 15_000, minutes: 26 },
];

export async function seedHistory(tx: Db, now: Date): Promise<void> {
  const userOf = async (email: string) =>
    one(await tx.select({ id: users.id }).from(users).where(eq(users.email, email))).id;
  const ana = await userOf(demoEmails.ana);
  const valet = await userOf(demoEmails.valet);
  const ago = (days: number) => addMs(now, -days * DAY_MS);
  for (const entry of anaTopUps) await addTopUp(tx, ana, entry, ago(entry.daysAgo));
  await addTopUp(tx, valet, { daysAgo: 30, cents: 30_000, method: card }, ago(30));
  for (const charge of anaCharges) await addCharge(tx, ana, charge, ago(charge.daysAgo));
}

async function addTopUp(tx: Db, user: number, { cents, method }: TopUp, at: Date) {
  const payment = { state: 'paid' as const, cents, paymentMethod: method };
  const order = { userId: user, kind: ORDER_TOP_UP, ...payment, createdAt: at, updatedAt: at };
  const { id } = one(await tx.insert(orders).values(order).returning());
  await tx.insert(orderItems).values(creditItem(id, cents));
  await topUp(tx, user, cents, referenceOf(id));
}

async function addCharge(tx: Db, user: number, charge: Charge, startedAt: Date) {
  const connector = one(
    await tx
      .select({ chargePointId: connectors.chargePointId, connectorId: connectors.connectorId })
      .from(connectors)
      .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
      .innerJoin(sites, eq(sites.id, chargePoints.siteId))
      .where(eq(sites.name, charge.site))
      .orderBy(desc(connectors.maxPowerKw), asc(chargePoints.code), asc(connectors.connectorId))
      .limit(1),
  );
  const [vehicle] = await tx.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.userId, user));
  const { price } = one(
    await tx
      .select({ price: pricePeriods.price })
      .from(pricePeriods)
      .innerJoin(priceProfiles, eq(priceProfiles.id, pricePeriods.profileId))
      .where(eq(priceProfiles.name, charge.price)),
  );
  const stoppedAt = addMs(startedAt, charge.minutes * MINUTE_MS);
  const { energyWh, overstaySeconds } = charge;
  const [startTime, at] = [startedAt.getTime(), stoppedAt.getTime()];
  const bill = priceCharge(price, usageAt({ startTime, at, energyWh, overstaySeconds }));
  const holdId = await openHold(tx, user, bill.total);
  if (holdId === undefined) throw new Error('the demo charges cost more than the top-ups');
  await settle(tx, holdId, bill.total);
  const orderId = await recordChargeOrder(tx, user, bill, stoppedAt);
  const meterStartWh = 900_000 + charge.daysAgo * 1000;
  const meterStopWh = meterStartWh + energyWh;
  await tx.insert(transactions).values({
    ...connector,
    userId: user,
    vehicleId: vehicle?.id,
    holdId,
    idTag: `DEMO-${charge.daysAgo}`,
    meterStartWh,
    meterLastWh: meterStopWh,
    meterStopWh,
    startedAt,
    stoppedAt,
    chargePointStartedAt: startedAt,
    chargePointStoppedAt: stoppedAt,
    ocppStopReason: 'Remote',
    stopReason: 'driver',
    overstaySeconds: overstaySeconds ?? 0,
    price,
    bill: bill.lines,
    billCents: bill.total,
    orderId,
  });
}
