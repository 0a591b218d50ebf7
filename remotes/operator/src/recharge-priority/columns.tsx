import { BOARD_TIME_ZONE, formatDate, formatDateTime, formatHoursMinutes, formatTime } from '@shared/brazil';
import type { FleetVehicle } from '@shared/contract';
import { StatusBadge } from '@shared/ui';
import { Timer, TriangleAlert } from '@shared/ui/icons';
import { memo } from 'react';
import type { Fit } from '../wall/fit-rows.ts';
import type { Head } from '../wall/wall-table.tsx';
import { BatteryBadge } from './battery-badge.tsx';
import styles from './recharge-priority.module.css';
import { strings } from './strings.ts';

type Column = 'battery' | 'vehicle' | 'autonomy' | 'chargeTime' | 'read' | 'departure' | 'state';

const COLUMNS: readonly Column[] = ['battery', 'vehicle', 'autonomy', 'chargeTime', 'read', 'state'];
/** On a wall there is room for departures, or for range and charge time. */
const WALL_COLUMNS: readonly Column[] = ['battery', 'vehicle', 'read', 'departure', 'state'];
const HANDHELD_COLUMNS: readonly Column[] = [
  'battery',
  'vehicle',
  'autonomy',
  'chargeTime',
  'read',
  'departure',
  'state',
];

/** Returns the columns of a fleet's board. */
export function columnsOf(hasDepartures: boolean, look: Fit['look']): readonly Column[] {
  if (!hasDepartures) return COLUMNS;
  return look === 'handheld' ? HANDHELD_COLUMNS : WALL_COLUMNS;
}

export const headsOf = (columns: readonly Column[]): readonly Head[] =>
  columns.map((column) => [styles[column], strings[column]]);

interface VehicleRowProps {
  vehicle: FleetVehicle;
  /** Day of the last update, `DD/MM/YYYY` at UTC-3; readings of that day show only their time. */
  today: string;
  /** Age of a stale reading, such as `há 2 dias`. */
  age: string | undefined;
  columns: readonly Column[];
}

/** Row of one vehicle, memoized so that a poll re-renders only the vehicles that changed. */
export const VehicleRow = memo(function VehicleRow({ vehicle, today, age, columns }: VehicleRowProps) {
  const { uvLicencePlate, vmName, uvTelemetrySoc, autonomyKm, chargeTimeAC, uvTelemetryTimestamp } = vehicle;
  // Beside a departure there is no room for a date: a reading shows its age or, of the last 24 h, its time.
  const isShort = columns === WALL_COLUMNS;
  const reading =
    uvTelemetryTimestamp &&
    !(isShort && age) &&
    formatReadingTime(uvTelemetryTimestamp, isShort ? undefined : today);
  return (
    <tr className={styles.row}>
      <td className={styles.battery}>
        <BatteryBadge percent={uvTelemetrySoc} />
      </td>
      <th scope="row" className={styles.vehicle}>
        <bdi className={styles.plate}>{uvLicencePlate ?? strings.nothing}</bdi>
        {vmName && <bdi className={styles.model}>{vmName}</bdi>}
      </th>
      {columns.includes('autonomy') && (
        <td className={styles.autonomy}>
          {autonomyKm === undefined ? strings.nothing : strings.km(String(Math.round(autonomyKm)))}
        </td>
      )}
      {columns.includes('chargeTime') && (
        <td className={styles.chargeTime}>
          {chargeTimeAC !== undefined && <Timer />}
          {chargeTimeAC === undefined ? strings.nothing : formatHoursMinutes(chargeTimeAC)}
        </td>
      )}
      <td className={styles.read}>
        {reading && <span className={styles.prefix}>{strings.readAt} </span>}
        {uvTelemetryTimestamp ? reading : strings.nothing}
        {age && <strong className={styles.age}> {age}</strong>}
      </td>
      {columns.includes('departure') && (
        <td className={styles.departure}>
          <Departure vehicle={vehicle} />
        </td>
      )}
      <td className={styles.state}>
        {vehicle.isCharging && <StatusBadge kind="inUse">{strings.charging}</StatusBadge>}
      </td>
    </tr>
  );
});

/** Shows when a vehicle departs, and whether it will be ready then, as far as that is known. */
function Departure({ vehicle }: { vehicle: FleetVehicle }) {
  const { departsAt, readyAt, readiness, isCharging } = vehicle;
  if (!departsAt) return null;
  const isLate =
    readiness === 'late' || (readyAt !== undefined && Date.parse(readyAt) > Date.parse(departsAt));
  return (
    <>
      <span className={styles.prefix}>{strings.departsAt} </span>
      <strong>{formatTime(departsAt, BOARD_TIME_ZONE)}</strong>
      {isLate && (
        <strong className={styles.late}>
          <TriangleAlert /> {strings.late}
        </strong>
      )}
      {readyAt && <span>{strings.readyAt(formatTime(readyAt, BOARD_TIME_ZONE))}</span>}
      {readiness === 'ready' && <span>{strings.ready}</span>}
      {readiness === 'urgent' && !isCharging && <strong>{strings.urgent}</strong>}
    </>
  );
}

const formatReadingTime = (instant: string, today: string | undefined) =>
  today === undefined || formatDate(instant, BOARD_TIME_ZONE) === today
    ? formatTime(instant, BOARD_TIME_ZONE)
    : formatDateTime(instant, BOARD_TIME_ZONE);
