/** Changes to a user's own profile. */
import { dayOfIso, isCpf, isoOfDay, isPhone, phoneDigits, plainTaxNumber, tidyEmail } from '@shared/brazil';
import type { Db } from '../../../platform/database/database.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { users } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { readName } from '../auth/account-rules.ts';
import type { SessionUser } from '../auth/session.ts';
import { withSessionLock } from '../auth/user-lock.ts';

type SentProfile = Record<'email' | 'name' | 'phoneNumber' | 'cpf' | 'birthdate', string>;

/**
 * Changes a user's profile; an empty string clears an optional field. The e-mail is the login name
 * and can't change: sending that of another account is a 409, any other change a 400.
 */
export async function changeProfile(
  db: Db,
  user: SessionUser,
  sessionHash: string,
  sent: SentProfile,
  today: Date,
) {
  const fields = {
    name: readName(sent.name),
    phone: optionalField(sent.phoneNumber, 'PHONE_INVALID', isPhone, phoneDigits),
    cpf: optionalField(sent.cpf, 'CPF_INVALID', isCpf, plainTaxNumber),
    birthdate: optionalField(sent.birthdate, 'BIRTHDATE_INVALID', (day) => isPastDay(day, today)),
  };
  const email = tidyEmail(sent.email);
  if (email !== user.email) {
    const isOfAccount = and(eq(users.brandId, user.brandId), eq(users.email, email));
    throw (await db.$count(users, isOfAccount)) > 0
      ? new Failure(409, 'EMAIL_TAKEN')
      : new Failure(400, 'EMAIL_READ_ONLY');
  }
  await withSessionLock(db, user.id, sessionHash, (tx) =>
    tx.update(users).set(fields).where(eq(users.id, user.id)),
  );
}

function optionalField(
  sent: string,
  code: string,
  isValid: (text: string) => boolean,
  stored = (text: string) => text,
): string | null {
  const text = sent.trim();
  if (text === '') return null;
  if (!isValid(text)) throw new Failure(400, code);
  return stored(text);
}

/** Returns whether `iso` is a valid YYYY-MM-DD date that isn't in the future. */
const isPastDay = (iso: string, today: Date) =>
  isoOfDay(dayOfIso(iso)) === iso && iso <= today.toISOString().slice(0, 10);
