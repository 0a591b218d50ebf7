import { PRODUCT } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { Passwords } from '../auth/passwords.ts';
import type { Db } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { brands, idTags, manufacturers, models, users, vehicles } from '../db/schema.ts';
import { byName } from './by-name.ts';
import { DEMO_PASSWORD, demoEmails, people } from './people.ts';
import { carModels, fleetVehicles } from './vehicle-list.ts';

/** Returns the card of a fleet vehicle by its number. */
export const fleetTag = (number: number) => `FROTA-${String(number).padStart(4, '0')}`;

/** Adds makes, models, the default brand's users with their vehicles, and the fleet's cards. */
export async function seedPeople(tx: Db, passwords: Passwords): Promise<void> {
  const modelIds = await seedModels(tx);
  const brand = one(await tx.select().from(brands).where(eq(brands.slug, PRODUCT.slug)));
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  const written = await tx
    .insert(users)
    .values(
      people.map(({ vehicles: _, canLogIn, ...person }) => ({
        ...person,
        brandId: brand.id,
        passwordHash: canLogIn ? passwordHash : null,
      })),
    )
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
  const fleet = await tx
    .insert(vehicles)
    .values(
      fleetVehicles.map(({ model, plate }, i) => ({
        userId: byName(userIds, demoEmails.fleet),
        modelId: byName(modelIds, model),
        name: `Van ${String(i + 1).padStart(2, '0')}`,
        plate,
      })),
    )
    .returning({ id: vehicles.id, name: vehicles.name });
  await tx
    .insert(idTags)
    .values(fleet.map(({ id, name }, i) => ({ tag: fleetTag(i + 1), label: name, vehicleId: id })));
}

async function seedModels(tx: Db): Promise<Map<string, number>> {
  const makes = [...Map.groupBy(carModels, ({ make }) => make)];
  await tx.insert(manufacturers).values(makes.map(([name], id) => ({ id, name })));
  // A hundred ids per make, so that adding a model changes no other id.
  const rows = makes.flatMap(([, ofMake], manufacturerId) =>
    ofMake.map(({ make: _, ...model }, i) => ({ id: manufacturerId * 100 + i, manufacturerId, ...model })),
  );
  await tx.insert(models).values(rows);
  return new Map(rows.map(({ name, id }) => [name, id]));
}
