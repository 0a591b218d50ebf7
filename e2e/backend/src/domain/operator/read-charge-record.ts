import type { ChargeRecord } from '@shared/contract/operator';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq } from '../../platform/database/orm.ts';
import { signedMeterValues, transactions } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';
import { acceptsUnknown, findTag } from '../tags/id-tag.ts';
import { ownerBrandOf } from '../tags/owner.ts';

/**
 * Returns a charge for an operator of a brand. The tag of another brand's driver or fleet isn't shown, nor
 * the signed values, which may name it and can't be changed.
 * @throws 404 if the charge point has no such charge
 */
export async function readChargeRecord(
  { db, options }: { db: Db; options: { sandbox: boolean } },
  brandId: number,
  chargePointId: string,
  transactionId: number,
): Promise<ChargeRecord> {
  const [charge] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, transactionId), eq(transactions.chargePointId, chargePointId)));
  if (!charge) throw notFound('CHARGE');
  const card = charge.userId === null ? await findTag(db, charge.idTag, charge.startedAt) : undefined;
  const ownerBrandId = await ownerBrandOf(db, {
    userId: charge.userId ?? card?.userId ?? null,
    vehicleId: charge.vehicleId ?? card?.vehicleId ?? null,
  });
  // Without an owner, it is a card of operators, unless its account was deleted and the card with it.
  const isOfOperators = card !== undefined || acceptsUnknown(options, charge.idTag);
  const isShown = ownerBrandId === undefined ? isOfOperators : ownerBrandId === brandId;
  const { id, measuredAt, receivedAt, context, format, publicKey, data } = signedMeterValues;
  const signed = await db
    .select({ measuredAt, receivedAt, context, format, publicKey, data })
    .from(signedMeterValues)
    .where(eq(signedMeterValues.transactionId, transactionId))
    .orderBy(asc(measuredAt), asc(id));
  const { connectorId, idTag, stoppedAt, chargePointStoppedAt } = charge;
  return {
    transactionId,
    chargePointId,
    connectorId,
    idTag: isShown ? idTag : null,
    meterStart: charge.meterStartWh,
    meterStop: charge.meterStopWh,
    startedAt: charge.startedAt.toISOString(),
    stoppedAt: stoppedAt?.toISOString() ?? null,
    chargePointStartedAt: charge.chargePointStartedAt.toISOString(),
    chargePointStoppedAt: chargePointStoppedAt?.toISOString() ?? null,
    signedValues: (isShown ? signed : []).map((value) => ({
      ...value,
      measuredAt: value.measuredAt.toISOString(),
      receivedAt: value.receivedAt.toISOString(),
    })),
  };
}
