import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { OrderRow, OrderState, TransactionRow } from '../../platform/database/schema.ts';
import type { PaymentsFile } from './payment/payments-file.ts';
import type { Payments } from './payment/ports.ts';
import type { PaymentProvider } from './payment/provider.ts';

export interface MoneyOptions extends PlatformOptions {
  /** Provider of a module. Without one, a sandbox uses the emulator. */
  payment?: PaymentProvider | undefined;
  /** Providers of `PAYMENTS_FILE`. Without them and a module, a server has no top-ups. */
  payments?: PaymentsFile | undefined;
}

export interface MoneyContext extends PlatformContext {
  options: MoneyOptions;
  payments: Payments | undefined;
  orderEvents: OrderEvents;
}

/** What happens to orders, for parts of the backend that build on payments. */
interface OrderEvents {
  /** The state of a top-up has changed while its user isn't waiting. Called in its transaction. */
  settled(tx: Db, order: OrderRow, state: OrderState, at: Date): Promise<void>;
  /** An operator has refunded a charge, in whole or in part. Called in its transaction. */
  refunded(tx: Db, charge: Pick<TransactionRow, 'id' | 'userId'>, at: Date): Promise<void>;
}
