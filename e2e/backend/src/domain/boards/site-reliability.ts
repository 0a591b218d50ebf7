import type { SiteReliability } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import type { SiteRow } from '../../platform/database/schema.ts';
import { shownStatus } from '../sites/hold.ts';
import { keyOf, type Measurement, measureConnectors } from '../sites/measure-connectors.ts';
import { readSiteConnectors } from '../sites/site-connectors.ts';

/**
 * Returns a site's connectors, the least reliable first, sorted by the upper end of the interval so
 * that a single failure doesn't outrank many. Connectors without a rate come last.
 */
export async function siteReliability(
  db: Db,
  site: SiteRow,
  now: Date,
): Promise<z.input<typeof SiteReliability>> {
  const rows = await readSiteConnectors(db, site.id);
  const measurements = await measureConnectors(db, site.id, now);
  const measured = rows.map((row) => ({ ...row, measurement: measurements.get(keyOf(row.connector)) }));
  const ordered = measured.sort((one, other) => rankOf(one.measurement) - rankOf(other.measurement));
  return {
    csName: site.name,
    csLogoFileId: site.logoFileId,
    csBgFileId: site.backgroundFileId,
    connectors: ordered.map(({ connector, chargePoint, measurement }) => ({
      name: connector.name,
      cpCode: chargePoint.code,
      connectorId: connector.connectorId,
      cpStatus: chargePoint.online ? 'Online' : 'Offline',
      connectorStatus: shownStatus(connector),
      ...measurement,
    })),
  };
}

/** Above every percentage for a connector without a rate. */
const rankOf = (measurement: Measurement | undefined) => Number(measurement?.reliability?.highPercent ?? 101);
