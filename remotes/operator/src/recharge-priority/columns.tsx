import { BOARD_TIME_ZONE, formatDate, formatDateTime, formatHoursMinutes, formatTime } from '@shared/brazil';
import type { FleetVehicle } from '@shared/contract';
import { StatusBadge } from '@shared/ui';
import { Timer } from '@shared/ui/icons';
import { memo } from 'react';
import type { Head } from '../wall/wall-table.tsx';
import { BatteryBadge } from './battery-badge.tsx';
import styles from './recharge-priority.module.css';
import { strings } from './strings.ts';

const COLUMNS = ['battery', 'vehicle', 'autonomy', 'chargeTime', 'read', 'state'] as const;
export const vehicleHeads: readonly Head[] = COLUMNS.map((column) => [styles[column], strings[column]]);

interface VehicleRowProps {
  vehicle: FleetVehicle;
  /** Day of the last update, `DD/MM/YYYY` at UTC-3; readings of that day show only their time. */
  today: string;
  /** Age of a stale reading, such as `há 2 dias`. */
  age: string | undefined;
}

/** Row of one vehicle, memoized so that a poll re-renders only the vehicles that changed. */
export const VehicleRow = memo(function VehicleRow({ vehicle, today, age }: VehicleRowProps) {
  const { uvLicencePlate, vmName, uvTelemetrySoc, autonomyKm, chargeTimeAC, uvTelemetryTimestamp } = vehicle;
  return (
    <tr className={styles.row}>
      <td className={styles.battery}>
        <BatteryBadge percent={uvTelemetrySoc} />
      </td>
      <th scope="row" className={styles.vehicle}>
        <bdi className={styles.plate}>{uvLicencePlate ?? strings.nothing}</bdi>
        {vmName && <bdi className={styles.model}>{vmName}</bdi>}
      </th>
      <td className={styles.autonomy}>
        {autonomyKm === undefined ? strings.nothing : strings.km(String(Math.round(autonomyKm)))}
      </td>
      <td className={styles.chargeTime}>
        {chargeTimeAC !== undefined && <Timer />}
        {chargeTimeAC === undefined ? strings.nothing : formatHoursMinutes(chargeTimeAC)}
      </td>
      <td className={styles.read}>
        {uvTelemetryTimestamp && <span className={styles.prefix}>{strings.readAt} </span>}
        {uvTelemetryTimestamp ? formatReadingTime(uvTelemetryTimestamp, today) : strings.nothing}
        {age && <strong className={styles.age}> {age}</strong>}
      </td>
      <td className={styles.state}>
        {vehicle.isCharging && <StatusBadge kind="inUse">{strings.charging}</StatusBadge>}
      </td>
    </tr>
  );
});

const formatReadingTime = (instant: string, today: string) =>
  formatDate(instant, BOARD_TIME_ZONE) === today
    ? formatTime(instant, BOARD_TIME_ZONE)
    : formatDateTime(instant, BOARD_TIME_ZONE);
