import { isNull } from 'drizzle-orm';
import { connectors } from '../db/schema.ts';

/** Condition on `connectors`: not retired. */
export const isInService = isNull(connectors.retiredAt);
