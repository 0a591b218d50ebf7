import { formatBRL } from '@shared/brazil';
import { eq } from '../../platform/database/orm.ts';
import { type GuestChargeRow, users } from '../../platform/database/schema.ts';
import { sendNotice } from '../people/mails/send-notice.ts';
import { guestReceiptMail } from '../people/mails/templates.ts';
import type { GuestsContext } from './context.ts';
import { readGuestSums } from './guest-sums.ts';

/** Mails the receipt of a charge that is over to a guest who gave an e-mail. A failure is only logged. */
export async function mailReceipt(
  context: Pick<GuestsContext, 'db' | 'log' | 'mailer'>,
  { userId, email }: GuestChargeRow,
): Promise<void> {
  if (email === null) return;
  const [guest] = await context.db.select().from(users).where(eq(users.id, userId));
  if (!guest) return;
  const { paid, spent } = await readGuestSums(context.db, userId);
  const facts = `Pago: ${formatBRL(paid)}. Recarga: ${formatBRL(spent)}. Devolução por Pix: ${formatBRL(paid - spent)}`;
  await sendNotice(context, { ...guest, email }, (to, brand) => guestReceiptMail(to, brand, facts));
}
