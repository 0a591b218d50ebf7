/** Resolves the number printed on a connector, `{cpCode}-{connectorId}`. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { chargePoints, connectors, siteBrands } from '../../platform/database/schema.ts';
import { isInService } from '../sites/in-service.ts';

/** Splits a number at its last dash; a charge point's id may contain dashes itself. */
export function splitNumber(number: string): { head: string; connectorId: number } | undefined {
  const [, head, tail] = /^(.+)-(\d{1,4})$/.exec(number.trim()) ?? [];
  return head && tail ? { head, connectorId: Number(tail) } : undefined;
}

const findStatement = prepareOnce((db) =>
  db
    .select({ chargePoint: chargePoints, connector: connectors })
    .from(chargePoints)
    .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .innerJoin(siteBrands, eq(siteBrands.siteId, chargePoints.siteId))
    .where(
      and(
        eq(chargePoints.code, sql.placeholder('code')),
        eq(connectors.connectorId, sql.placeholder('connectorId')),
        eq(siteBrands.brandId, sql.placeholder('brandId')),
        isInService,
      ),
    )
    .prepare('charger_number'),
);

/** Returns the connector with that number at a site of the brand. */
export async function findByNumber(db: Db, number: string, brandId: number) {
  const parts = splitNumber(number);
  if (!parts) return undefined;
  const { head: code, connectorId } = parts;
  const [found] = await findStatement(db).execute({ code, connectorId, brandId });
  return found;
}
