import { isNull, sql } from '../db/orm.ts';
import { chargePoints, connectors } from '../db/schema.ts';

/** Condition on `connectors`: not retired. */
export const isInService = isNull(connectors.retiredAt);

/** Condition on `chargePoints`: all of its connectors are retired. */
export const isRetired = sql<boolean>`coalesce(
  (select bool_and(${connectors.retiredAt} is not null)
   from ${connectors} where ${connectors.chargePointId} = ${chargePoints.id}),
  false)`;
