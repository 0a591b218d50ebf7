/** Credit of deleted accounts goes to the operator, since it can't be recovered. */

import type { Db } from '../../../platform/database/database.ts';
import { isDeleted } from '../../people/auth/deleted.ts';
import { lockFunds, transfer } from './accounts.ts';

/**
 * Transfers all free credit of an account that is being deleted to revenue, once per `reference`.
 */
export async function forfeit(tx: Db, userId: number, reference: string): Promise<void> {
  const { wallet } = await lockFunds(tx, userId);
  await transfer(tx, 'forfeit', `forfeit:${reference}`, userId, { wallet: -wallet, revenue: wallet });
}

/**
 * Transfers credit that arrived after the deletion to revenue, in the transaction that credited it
 * and has locked the wallet. Returns whether the account is deleted.
 */
export async function forfeitIfDeleted(tx: Db, userId: number, reference: string): Promise<boolean> {
  const deleted = await isDeleted(tx, userId);
  if (deleted) await forfeit(tx, userId, reference);
  return deleted;
}
