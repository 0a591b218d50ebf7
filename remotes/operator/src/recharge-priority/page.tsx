import { BOARD_TIME_ZONE, formatAge, formatDate, formatDecimal, formatKwh } from '@shared/brazil';
import { queries, serverTime } from '@shared/client';
import type { FleetPriority, FleetVehicle } from '@shared/contract';
import { Link, useParams, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { useMemo } from 'react';
import { Pager } from '../wall/pager.tsx';
import { useBoard } from '../wall/use-board.ts';
import { usePages } from '../wall/use-pages.ts';
import { Wall } from '../wall/wall.tsx';
import head from '../wall/wall-head.module.css';
import { WallHead } from '../wall/wall-head.tsx';
import { WallTable } from '../wall/wall-table.tsx';
import { columnsOf, headsOf, VehicleRow } from './columns.tsx';
import styles from './recharge-priority.module.css';
import { strings } from './strings.ts';

const NEEDS = { lineWidth: 52, tileWidth: 31, highlights: 0 };
const NEEDS_OF_DEPARTURES = { lineWidth: 66, tileWidth: 32, highlights: 0 };

/** Public board of a fleet's vehicles for a TV: those that must charge now, then the lowest battery first. */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const priority = useBoard(queries.fleetPriority(id));
  const { data } = priority;
  const now = serverTime(priority.dataUpdatedAt);
  const vehicles = useMemo(() => sortByPriority(data?.fleetVehicles ?? []), [data]);
  const hasDepartures = vehicles.some(({ departsAt }) => departsAt !== undefined);
  const pages = usePages(vehicles, hasDepartures ? NEEDS_OF_DEPARTURES : NEEDS);
  const columns = columnsOf(hasDepartures, pages.fit.look);
  const today = formatDate(now, BOARD_TIME_ZONE);
  return (
    <Wall
      fit={pages.fit}
      query={priority}
      failure={strings.failure}
      head={
        <WallHead
          title={strings.title}
          subtitle={data?.csName}
          links={<ButtonLink render={<Link to={paths.fleetBoard(id)} />}>{strings.board}</ButtonLink>}
          query={priority}
        >
          {data && <Figures fleet={data} />}
          <Pager {...pages} />
        </WallHead>
      }
    >
      {data && (
        <WallTable
          fit={pages.fit}
          heads={headsOf(columns)}
          rowClass={styles.row}
          page={pages.page}
          empty={strings.empty}
        >
          {pages.rows.map((vehicle) => (
            <VehicleRow
              key={vehicle.uvId}
              vehicle={vehicle}
              today={today}
              age={ageOf(vehicle, now)}
              columns={columns}
            />
          ))}
        </WallTable>
      )}
    </Wall>
  );
}

/** Returns the age of a stale reading in words. */
function ageOf(vehicle: FleetVehicle, now: number): string | undefined {
  const seconds = staleAge(vehicle, now);
  return seconds === undefined ? undefined : formatAge(seconds);
}

/** Fleet totals: vehicles, energy needed and AC charging time. */
function Figures({ fleet }: { fleet: FleetPriority }) {
  const { requiredBattKwh, chargeTimeACHour } = fleet;
  const figures = {
    [strings.count]: fleet.count ?? fleet.fleetVehicles.length,
    [strings.energy]: requiredBattKwh === undefined ? undefined : formatKwh(requiredBattKwh),
    [strings.time]:
      chargeTimeACHour === undefined ? undefined : strings.hours(formatDecimal(chargeTimeACHour)),
  };
  return (
    <dl className={head.facts}>
      {Object.entries(figures).map(
        ([name, figure]) =>
          figure !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A reading older than this says little about the battery now, in ms. */
const STALE_AFTER_MS = 24 * 3_600_000;

/** Returns the age of a vehicle's reading in seconds if it is stale; undefined if unknown. */
function staleAge({ uvTelemetryTimestamp }: FleetVehicle, now: number): number | undefined {
  const age = now - Date.parse(uvTelemetryTimestamp ?? '');
  return age > STALE_AFTER_MS ? age / 1000 : undefined;
}

/**
 * Sorts those that must charge now first, then by battery level, lowest first; unknown levels last. The first
 * ones, and equal levels, keep the server's order.
 */
function sortByPriority(vehicles: readonly FleetVehicle[]): FleetVehicle[] {
  const rankOf = ({ readiness, uvTelemetrySoc }: FleetVehicle) => {
    if (readiness === 'urgent' || readiness === 'late') return 0;
    return uvTelemetrySoc === undefined ? 2 : 1;
  };
  const levelOf = (vehicle: FleetVehicle) => (rankOf(vehicle) === 0 ? 0 : (vehicle.uvTelemetrySoc ?? 0));
  return [...vehicles].sort((one, other) => rankOf(one) - rankOf(other) || levelOf(one) - levelOf(other));
}
