import type { Db } from '../../../platform/database/database.ts';
import type { OrderRow, OrderState } from '../../../platform/database/schema.ts';

/** What happens to orders, for parts of the backend that build on payments. */
export interface OrderEvents {
  /** The state of a top-up has changed while its user isn't waiting. Called in its transaction. */
  settled(tx: Db, order: OrderRow, state: OrderState, at: Date): Promise<void>;
}
