export { runCount } from '@shared/testing/run-count';
export type { Backend } from '../app.ts';
export {
  addPlaces,
  type ChargeRecord,
  type Place,
  readChargeRecord,
  timeCoverOfCharges,
} from './charges-on-server.ts';
export { databaseContents } from './database-contents.ts';
export { emptyDatabase, migratedImage } from './fresh-database.ts';
export { newCardToken } from './new-card-token.ts';
export {
  expireOpenOrders,
  keyOfOrder,
  type LedgerSnapshot,
  ledgerSnapshot,
  newPayer,
  type Payer,
  settleNow,
} from './payers.ts';
export { createRandom, type Random } from './random.ts';
export { startTestBackend } from './test-backend.ts';
