import { PRODUCT } from '@shared/contract';
import type { Passwords } from '../../domain/people/auth/passwords.ts';
import type { Db } from '../../platform/database/database.ts';
import { eq, inArray } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  brands,
  coupons,
  models,
  paymentMethods,
  userCoupons,
  users,
  vehicles,
} from '../../platform/database/schema.ts';
import { emulatedCard } from '../sandbox/payments/emulator.ts';
import { DEMO_PASSWORD, demoEmails, people } from './people.ts';

/** Adds the default brand's drivers with their vehicles. */
export async function seedPeople(tx: Db): Promise<void> {
  const modelIds = new Map((await tx.select().from(models)).map(({ name, id }) => [name, id]));
  const brand = one(await tx.select().from(brands).where(eq(brands.slug, PRODUCT.slug)));
  const written = await tx
    .insert(users)
    .values(people.map(({ vehicles: _, ...person }) => ({ ...person, brandId: brand.id })))
    .returning({ id: users.id, email: users.email });
  const userIds = new Map(written.map(({ id, email }) => [email, id]));
  await tx.insert(vehicles).values(
    people.flatMap((person) =>
      person.vehicles.map(({ model, name, plate }) => ({
        userId: byName(userIds, person.email),
        modelId: byName(modelIds, model),
        name,
        plate,
      })),
    ),
  );
}

/** Sets the passwords of the demo logins, and marks their e-mails as confirmed. */
export async function seedPasswords(tx: Db, passwords: Passwords, now: Date): Promise<void> {
  const { ana, bruno, valet, operator } = demoEmails;
  await tx
    .update(users)
    .set({ passwordHash: await passwords.hash(DEMO_PASSWORD), emailConfirmedAt: now })
    .where(inArray(users.email, [ana, bruno, valet, operator]));
}

/** Throws if the name is missing, which is a mistake in the demo data. */
function byName<K, V>(map: ReadonlyMap<K, V>, name: K): V {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the demo data has no ${String(name)}`);
  return found;
}

const cards = [
  { description: 'visa 4242', lastDigits: '4242', month: 8, year: 2031, isDefault: true },
  { description: 'mastercard 5454', lastDigits: '5454', month: 11, year: 2029, isDefault: false },
];

const ownCoupons = ['BEMVINDO10', 'RECARGA5', 'ITAIM20', 'VERAO15'];

/** Adds Ana's coupons, and saved cards that the emulator charges successfully. */
export async function seedCards(tx: Db): Promise<void> {
  const ana = one(await tx.select().from(users).where(eq(users.email, demoEmails.ana)));
  await tx.insert(paymentMethods).values(
    cards.map(({ lastDigits, ...card }) => ({
      ...card,
      userId: ana.id,
      providerToken: emulatedCard('paid', lastDigits),
      savedWith: `demo-${lastDigits}`,
      displayNumber: `XXXX-XXXX-XXXX-${lastDigits}`,
      holderName: 'Ana Ferreira',
    })),
  );
  const added = await tx
    .select({ couponId: coupons.id })
    .from(coupons)
    .where(inArray(coupons.code, ownCoupons))
    .orderBy(coupons.id);
  await tx.insert(userCoupons).values(added.map((coupon) => ({ ...coupon, userId: ana.id })));
}
