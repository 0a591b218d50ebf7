export type { Backend } from '../app.ts';
export {
  expireOpenOrders as forgetOpenOrders,
  keyOfOrder,
  type LedgerSnapshot as Books,
  ledgerSnapshot as booksOf,
  newPayer,
  type Payer,
  settleNow,
} from './payers.ts';
export { startTestBackend } from './test-backend.ts';
