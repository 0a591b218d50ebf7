import { isNull, sql } from '../../platform/database/orm.ts';
import { chargePoints, connectors } from '../../platform/database/schema.ts';

/** Condition on `connectors`: not retired. */
export const isInService = isNull(connectors.retiredAt);

/** Condition on `chargePoints`: all of its connectors are retired. */
export const isRetired = sql<boolean>`coalesce(
  (select bool_and(${connectors.retiredAt} is not null)
   from ${connectors} where ${connectors.chargePointId} = ${chargePoints.id}),
  false)`;
