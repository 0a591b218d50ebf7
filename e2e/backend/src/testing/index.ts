export type { Backend } from '../app.ts';
export {
  expireOpenOrders,
  keyOfOrder,
  type LedgerSnapshot,
  ledgerSnapshot,
  newPayer,
  type Payer,
  settleNow,
} from './payers.ts';
export { startTestBackend } from './test-backend.ts';
