import {
  BOARD_TIME_ZONE,
  formatHoursMinutes,
  formatKw,
  formatKwh,
  formatSoC,
  formatTime,
} from '@shared/brazil';
import type { BoardConnector } from '@shared/contract';
import { StatusBadge } from '@shared/ui';
import { BatteryCharging, Timer } from '@shared/ui/icons';
import { ENERGY } from '@shared/ui/product-words';
import { memo, type ReactNode } from 'react';
import type { Head } from '../wall/wall-table.tsx';
import { nameOf, useConnectorState } from './connector-state.ts';
import styles from './status-board.module.css';
import { strings } from './strings.ts';

export const connectorHeads: readonly Head[] = [
  [styles.charger, strings.charger],
  [styles.energy, ENERGY],
  [styles.remaining, strings.remaining],
  [styles.status, strings.status],
];

/** Row of one connector, memoized so that a poll re-renders only the connectors that changed. */
export const ConnectorRow = memo(function ConnectorRow({ connector }: { connector: BoardConnector }) {
  const { uvName, soC, meterKWH, chargeRateKW, requiredChargeTime, startTime } = connector;
  const state = useConnectorState(connector);
  const { kind, label } = connector.waitsForPower
    ? ({ kind: 'attention', label: strings.waitsForPower } as const)
    : state;
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.charger}>
        <bdi className={styles.name}>{nameOf(connector)}</bdi>
        {uvName && <bdi className={styles.car}>{uvName}</bdi>}
      </th>
      <td className={styles.energy}>
        <Figures>
          {soC !== undefined && (
            <>
              <BatteryCharging />
              <span>{formatSoC(soC)}</span>
            </>
          )}
          {meterKWH !== undefined && <span>{formatKwh(meterKWH)}</span>}
          {chargeRateKW !== undefined && <span className={styles.minor}>{formatKw(chargeRateKW)}</span>}
        </Figures>
      </td>
      <td className={styles.remaining}>
        <Figures>
          {requiredChargeTime !== undefined && (
            <>
              <Timer />
              <span>{formatHoursMinutes(requiredChargeTime)}</span>
            </>
          )}
          {startTime && (
            <span className={styles.minor}>{strings.since(formatTime(startTime, BOARD_TIME_ZONE))}</span>
          )}
        </Figures>
      </td>
      <td className={styles.status}>
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </td>
    </tr>
  );
});

/** Renders figures side by side, or a dash if all of them are missing. */
function Figures({ children }: { children: readonly ReactNode[] }) {
  const hasFigure = children.some((child) => child !== false && child !== undefined && child !== '');
  return hasFigure ? (
    <span className={styles.figures}>{children}</span>
  ) : (
    <span className={styles.nothing}>{strings.nothing}</span>
  );
}
