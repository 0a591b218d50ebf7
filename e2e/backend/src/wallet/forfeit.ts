/** Credit of deleted accounts goes to the house, since it can't be recovered. */
import { isDeleted } from '../account/deleted.ts';
import type { Db } from '../db/database.ts';
import { lockFunds, transfer } from './accounts.ts';

/** Takes all free credit of an account that is being deleted, once per `reference`, its cause. */
export async function forfeit(tx: Db, userId: number, reference: string): Promise<void> {
  const { wallet } = await lockFunds(tx, userId);
  await transfer(tx, 'forfeit', `forfeit:${reference}`, userId, { wallet: -wallet, revenue: wallet });
}

/**
 * Takes credit that arrived after the deletion, in the transaction that credited it and has locked
 * the wallet. Returns whether the account is deleted.
 */
export async function forfeitIfDeleted(tx: Db, userId: number, reference: string): Promise<boolean> {
  const deleted = await isDeleted(tx, userId);
  if (deleted) await forfeit(tx, userId, reference);
  return deleted;
}
