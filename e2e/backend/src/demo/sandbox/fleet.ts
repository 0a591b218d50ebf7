/** The charge points that `e2e/chargers` simulates in the demo, with their settings. */
import type { FleetEntry } from '@e2e/chargers';
import { isInService } from '../../domain/sites/in-service.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors } from '../../platform/database/schema.ts';

/** Seconds until the car is plugged in after a start, and unplugged after the end of the charge. */
const DEFAULT_BEHAVIOUR = { plugAfter: 5, unplugAfter: 20 };
/** Seconds between meter values: more at charge points that simulated visitors use. */
const FREQUENT_INTERVAL = '5';
const DEFAULT_INTERVAL = '15';

export async function simulatedFleet(db: Db): Promise<FleetEntry[]> {
  const rows = await db
    .select({ chargePoint: chargePoints, connector: connectors })
    .from(chargePoints)
    .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .where(and(eq(chargePoints.simulated, true), isInService))
    .orderBy(chargePoints.code, connectors.connectorId);
  return [...Map.groupBy(rows, ({ chargePoint }) => chargePoint.id).values()].flatMap(entryOf);
}

type Row = { chargePoint: typeof chargePoints.$inferSelect; connector: typeof connectors.$inferSelect };

function entryOf(rows: Row[]): FleetEntry[] {
  const [first] = rows;
  if (!first) return [];
  const hasVisitors = rows.some(({ connector }) => connector.simulation?.state === 'charging');
  return [
    {
      id: first.chargePoint.id,
      ocppVersion: first.chargePoint.code.endsWith('1') ? '2.0.1' : '1.6',
      model: first.chargePoint.model.slice(0, 20),
      behaviour: DEFAULT_BEHAVIOUR,
      configuration: { MeterValueSampleInterval: hasVisitors ? DEFAULT_INTERVAL : FREQUENT_INTERVAL },
      connectors: rows.map(({ connector }) => ({
        id: connector.connectorId,
        maxPowerW: connector.maxPowerKw * 1000,
        meterWh: connector.meterWh ?? 0,
        ...initialStateOf(connector.simulation),
      })),
    },
  ];
}

function initialStateOf(
  simulation: Row['connector']['simulation'],
): Partial<FleetEntry['connectors'][number]> {
  if (simulation?.state === 'faulted') return { fault: simulation.errorCode };
  if (simulation?.state === 'unavailable') return { outOfService: true };
  if (simulation?.state !== 'charging') return {};
  const { idTag, soc, batteryKwh, powerKw } = simulation;
  return { visitors: { idTag, soc, capacityWh: batteryKwh * 1000, maxPowerW: powerKw * 1000 } };
}
