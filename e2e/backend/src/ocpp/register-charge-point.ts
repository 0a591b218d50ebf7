/** Anyone's charge point can charge in the sandbox: it is put at the site that receives them. */
import { randomInt } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors, sites } from '../db/schema.ts';

/** A typed number has one digit for it. */
const MAX_CONNECTORS = 9;
const POWER_KW = 22;

/** Registers an unknown charge point with a charger number of its own. False where no site receives it. */
export async function registerChargePoint(db: Db, id: string): Promise<boolean> {
  const [neighbour] = await db
    .select({ siteId: sites.id, priceProfileId: chargePoints.priceProfileId })
    .from(sites)
    .innerJoin(chargePoints, eq(chargePoints.siteId, sites.id))
    .where(eq(sites.receivesUnknown, true))
    .limit(1);
  if (!neighbour) return false;
  await db.transaction(async (tx) => {
    await tx
      .insert(chargePoints)
      .values({
        id,
        ...neighbour,
        code: await freeCode(tx),
        manufacturer: 'Visitante',
        model: 'OCPP 1.6J',
        maxPowerKw: POWER_KW,
      })
      .onConflictDoNothing();
    await addConnector(tx, id, 1);
  });
  return true;
}

/** Adds a connector that a visiting charge point speaks of. */
export async function addConnector(db: Db, chargePointId: string, connectorId: number): Promise<void> {
  if (connectorId < 1 || connectorId > MAX_CONNECTORS) return;
  await db
    .insert(connectors)
    .values({
      chargePointId,
      connectorId,
      name: `Vaga ${connectorId}`,
      plug: 'type2',
      current: 'AC',
      maxPowerKw: POWER_KW,
    })
    .onConflictDoNothing();
}

/** Visitors' codes begin with 9. */
async function freeCode(db: Db): Promise<string> {
  const taken = new Set(
    (
      await db.select({ code: chargePoints.code }).from(chargePoints).where(like(chargePoints.code, '9%'))
    ).map(({ code }) => code),
  );
  for (;;) {
    const code = String(randomInt(90_000, 100_000));
    if (!taken.has(code)) return code;
  }
}
