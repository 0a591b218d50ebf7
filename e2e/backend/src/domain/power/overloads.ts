import type { Db } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { readLimitedSites } from './read-sites.ts';
import { couldDraw, type PoweredConnector } from './site-power.ts';

/** Older measurements of a connector say nothing about its power now. */
const MEASURED_MS = 5 * MINUTE_MS;
/** Meters, and the moments of their measurements, differ by this part of a limit. */
const TOLERANCE = 0.02;

/**
 * Counts the limits of sites and breakers that are exceeded: as `measured`, or by what is `possible` if each
 * connector delivers all that it may, or that it isn't proven to keep.
 */
export async function countOverloads(db: Db, at: Date): Promise<Record<'measured' | 'possible', number>> {
  const now = at.getTime();
  const measuredW = ({ charge }: PoweredConnector) =>
    now < (charge?.sampledAt ?? 0) + MEASURED_MS ? (charge?.powerW ?? 0) : 0;
  const limits = (await readLimitedSites(db, now)).flatMap(({ limits: byName, connectors }) =>
    [...byName].map(([name, watts]) => ({
      watts,
      own: connectors.filter((connector) => connector.limits.includes(name)),
    })),
  );
  const countBy = (powerOf: (connector: PoweredConnector) => number, factor: number) =>
    limits.filter(
      ({ watts, own }) => own.reduce((sum, connector) => sum + powerOf(connector), 0) > watts * factor,
    ).length;
  return {
    measured: countBy(measuredW, 1 + TOLERANCE),
    possible: countBy((connector) => couldDraw(connector, now), 1),
  };
}
