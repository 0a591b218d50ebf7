/** Registers unknown charge points that a sandbox admits, at the site that receives them. */
import type { PlatformContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { eq, like } from '../../platform/database/orm.ts';
import { chargePoints, connectors, sites } from '../../platform/database/schema.ts';
import type { Randomness } from '../../platform/randomness.ts';

/** The charger number that drivers type has one digit for the connector. */
const MAX_CONNECTORS = 9;
/** Bounds the table: anyone can connect with any identity. */
const MAX_VISITORS = 500;
const POWER_KW = 22;
const MODEL = { manufacturer: 'Visitante', model: 'OCPP', maxPowerKw: POWER_KW };
const SOCKET = { plug: 'type2', current: 'AC', maxPowerKw: POWER_KW } as const;

/** Returns 'no site' if no site receives unknown charge points, 'full' if there are too many. */
export async function registerChargePoint(
  { db, randomness }: Pick<PlatformContext, 'db' | 'randomness'>,
  id: string,
): Promise<'registered' | 'no site' | 'full'> {
  return db.transaction(async (tx) => {
    // The lock keeps concurrent registrations from exceeding the limit or taking the same code.
    const [site] = await tx
      .select({ siteId: sites.id })
      .from(sites)
      .where(eq(sites.receivesUnknown, true))
      .limit(1)
      .for('update');
    if (!site) return 'no site';
    const [neighbour] = await tx
      .select({ priceProfileId: chargePoints.priceProfileId })
      .from(chargePoints)
      .where(eq(chargePoints.siteId, site.siteId))
      .limit(1);
    if (!neighbour) return 'no site';
    const code = await freeCode(tx, randomness);
    if (code === undefined) return 'full';
    await tx
      .insert(chargePoints)
      .values({ id, ...site, ...neighbour, code, ...MODEL })
      .onConflictDoNothing();
    await addConnector(tx, id, 1);
    return 'registered';
  });
}

/** Adds a connector that a sandbox charge point reports, unless it exists. Returns false for an impossible id. */
export async function addConnector(db: Db, chargePointId: string, connectorId: number): Promise<boolean> {
  if (connectorId < 1 || connectorId > MAX_CONNECTORS) return false;
  await db
    .insert(connectors)
    .values({ chargePointId, connectorId, name: `Vaga ${connectorId}`, ...SOCKET })
    .onConflictDoNothing();
  return true;
}

/** Returns an unused code starting with 9, or undefined at the limit. */
async function freeCode(db: Db, randomness: Randomness): Promise<string | undefined> {
  const isVisitor = like(chargePoints.code, '9%');
  const visitors = await db.select({ code: chargePoints.code }).from(chargePoints).where(isVisitor);
  const taken = new Set(visitors.map(({ code }) => code));
  if (taken.size >= MAX_VISITORS) return undefined;
  for (;;) {
    // Ends after a few iterations: most of the 10,000 codes are free.
    const code = String(90_000 + Math.floor(randomness.fraction() * 10_000));
    if (!taken.has(code)) return code;
  }
}
