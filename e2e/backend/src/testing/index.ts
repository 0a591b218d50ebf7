export type { Backend } from '../app.ts';
export { databaseContents } from './database-contents.ts';
export { freshDatabase, migratedImage } from './fresh-database.ts';
export {
  expireOpenOrders,
  keyOfOrder,
  type LedgerSnapshot,
  ledgerSnapshot,
  newPayer,
  type Payer,
  settleNow,
} from './payers.ts';
export { runCount } from './run-count.ts';
export { startTestBackend } from './test-backend.ts';
