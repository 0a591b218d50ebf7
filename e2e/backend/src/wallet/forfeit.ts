/** Credit that nobody can use any more falls to the house, for it can't be recovered (specification, section 2). */
import { isDeleted } from '../account/deleted.ts';
import type { Db } from '../db/database.ts';
import { lockFunds, transfer } from './accounts.ts';

/**
 * Takes all free credit of an account that is being deleted.
 * @param reference names the occasion: the same one takes once
 */
export async function forfeit(tx: Db, userId: number, reference: string): Promise<void> {
  const { wallet } = await lockFunds(tx, userId);
  await transfer(tx, 'forfeit', `forfeit:${reference}`, userId, { wallet: -wallet, revenue: wallet });
}

/**
 * The same for credit that came after the deletion, in the transaction that brought it and has the wallet locked.
 * @returns whether the account is deleted
 */
export async function forfeitIfDeleted(tx: Db, userId: number, reference: string): Promise<boolean> {
  const deleted = await isDeleted(tx, userId);
  if (deleted) await forfeit(tx, userId, reference);
  return deleted;
}
