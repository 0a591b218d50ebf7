export type { Backend } from '../app.ts';
export {
  type Books,
  booksOf,
  forgetOpenOrders,
  keyOfOrder,
  newPayer,
  type Payer,
  settleNow,
} from './books.ts';
export { startTestBackend } from './test-backend.ts';
