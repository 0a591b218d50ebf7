import type { ConnectorStatus } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNotNull, isNull } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectorPower,
  connectors,
  fleetVehicles,
  sites,
  transactions,
} from '../../platform/database/schema.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { readNeeds } from '../charging/departures.ts';
import { keyOf } from '../sites/measure-connectors.ts';
import { EMPTY_STATE, type PoweredConnector, type SitePower, withoutProof } from './site-power.ts';

type CarReport = NonNullable<PoweredConnector['charge']>['car'];
const CARS: Partial<Record<ConnectorStatus, CarReport>> = {
  SuspendedEV: 'idle',
  Finishing: 'done',
  Faulted: 'blocked',
  Unavailable: 'blocked',
};
/** A car that pauses for less time may need its power again. */
const REST_MS = 10 * MINUTE_MS;
/** Name of the limit of a whole site. Those of its breakers begin with a slash. */
const SITE = 'site';

export type LimitedSite = SitePower & { id: number };

/** Returns the sites that have a limit, or one of them. */
export async function readLimitedSites(db: Db, now: number, siteId?: number): Promise<LimitedSite[]> {
  const rows = await db
    .select({
      site: {
        id: sites.id,
        maxPowerKw: sites.maxPowerKw,
        powerGroups: sites.powerGroups,
        powerPolicy: sites.powerPolicy,
      },
      chargePoint: {
        online: chargePoints.online,
        bootedAt: chargePoints.bootedAt,
        powerGroup: chargePoints.powerGroup,
      },
      connector: connectors,
      charge: {
        id: transactions.id,
        startedAt: transactions.startedAt,
        sampledAt: transactions.sampledAt,
        soc: transactions.soc,
        vehicleId: transactions.vehicleId,
        suspendedAt: transactions.suspendedAt,
      },
      state: connectorPower.state,
    })
    .from(sites)
    .innerJoin(chargePoints, eq(chargePoints.siteId, sites.id))
    .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .leftJoin(transactions, and(isAt(transactions, connectors), isNull(transactions.stoppedAt)))
    .leftJoin(connectorPower, isAt(connectorPower, connectors))
    .where(
      and(
        isNotNull(sites.maxPowerKw),
        // One that never connected isn't in use yet.
        isNotNull(chargePoints.onlineSince),
        isNull(connectors.retiredAt),
        siteId === undefined ? undefined : eq(sites.id, siteId),
      ),
    )
    .orderBy(connectors.chargePointId, connectors.connectorId, transactions.id);
  const vehicleIds = rows.flatMap(({ site, charge }) =>
    site.powerPolicy === 'battery' && charge?.vehicleId != null ? [charge.vehicleId] : [],
  );
  const needs =
    vehicleIds.length > 0
      ? await readNeeds(db, inArray(fleetVehicles.vehicleId, vehicleIds), new Date(now))
      : undefined;
  return [...Map.groupBy(rows, ({ site }) => site.id)].flatMap(([id, own]) => {
    const [first] = own;
    if (!first) return [];
    const { maxPowerKw, powerGroups, powerPolicy } = first.site;
    const breakers = Object.entries(powerGroups).map(([name, kw]) => [`/${name}`, kw * 1000] as const);
    // If a charge was left open, the newest one is the current one.
    const newest = new Map(own.map((row) => [keyOf(row.connector), row]));
    return {
      id,
      limits: new Map([[SITE, (maxPowerKw ?? 0) * 1000], ...breakers]),
      policy: powerPolicy,
      connectors: [...newest.values()].map(connectorOf),
    };
  });

  function connectorOf({ chargePoint, connector, charge, state }: (typeof rows)[number]) {
    const { chargePointId, connectorId, powerW, status } = connector;
    const { bootedAt, online, powerGroup } = chargePoint;
    const maxW = connector.maxPowerKw * 1000;
    const powered: PoweredConnector = {
      chargePointId,
      connectorId,
      limits: powerGroup === null ? [SITE] : [SITE, `/${powerGroup}`],
      maxW,
      minW: Math.min(maxW, minKwOf(connector) * 1000),
      isOnline: online,
      state: withoutProof(state ?? EMPTY_STATE, bootedAt?.getTime() ?? 0),
    };
    if (!charge) return powered;
    const { id: transactionId, startedAt, sampledAt, soc, suspendedAt, vehicleId } = charge;
    const need = vehicleId === null ? undefined : needs?.get(vehicleId);
    const measured = sampledAt && powerW !== null && { powerW, sampledAt: sampledAt.getTime() };
    const car = (status && CARS[status]) ?? 'ready';
    const isShort = car === 'idle' && suspendedAt !== null && now < suspendedAt.getTime() + REST_MS;
    return {
      ...powered,
      charge: {
        transactionId,
        since: startedAt.getTime(),
        car: isShort ? ('ready' as const) : car,
        ...(soc !== null && { soc }),
        need,
        ...measured,
      },
    };
  }
}

type ConnectorPower = Pick<typeof connectors.$inferInsert, 'current' | 'maxPowerKw' | 'minPowerKw'>;

/** Returns the least with which a car charges. By default, that is 6 A for AC: with three phases, or with one. */
export function minKwOf({ current, maxPowerKw, minPowerKw }: ConnectorPower): number {
  if (minPowerKw != null) return minPowerKw;
  if (current === 'DC') return 5;
  return maxPowerKw > 7.4 ? 4.2 : 1.4;
}
