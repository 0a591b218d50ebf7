/** The demo's drivers. All are invented, and their e-mail addresses don't exist. */
import { PRODUCT } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNotNull, or } from '../../platform/database/orm.ts';
import { authTokens, users } from '../../platform/database/schema.ts';

export const DEMO_PASSWORD = 'recarga123';
const at = (name: string) => `${name}@${PRODUCT.slug}.example`;
export const demoEmails = {
  ana: at('ana'),
  bruno: at('bruno'),
  valet: at('valet'),
  fleet: at('frota'),
  operator: at('operador'),
};

export const people = [
  {
    email: demoEmails.ana,
    name: 'Ana Beatriz Ferreira',
    phone: '11900000002',
    cpf: '52998224725',
    birthdate: '1990-04-12',
    vehicles: [{ model: 'Dolphin', name: 'Azulzinho', plate: 'RCG2E31' }],
  },
  {
    email: demoEmails.bruno,
    name: 'Bruno Carvalho',
    vehicles: [
      { model: 'Leaf', name: 'Leaf do trabalho', plate: 'BRN-2040' },
      { model: 'EX30', name: 'Família', plate: 'BRN3F52' },
    ],
  },
];

/**
 * Keeps production from running with the demo's accounts, since their password is public.
 * @throws if the database has a usable demo login
 */
export async function refuseDemoLogins(db: Db): Promise<void> {
  const emails = Object.values(demoEmails);
  const [login] = await db
    .select({ email: users.email })
    .from(users)
    .leftJoin(authTokens, eq(authTokens.userId, users.id))
    .where(and(inArray(users.email, emails), or(isNotNull(users.passwordHash), isNotNull(authTokens.userId))))
    .limit(1);
  if (!login) return;
  throw new Error(
    `The database holds the demo login ${login.email}. Its password is public, so production doesn't start on it. ` +
      'Use an empty database, or remove the demo logins as .docs/configuration.md describes.',
  );
}
