import {
  BOARD_TIME_ZONE,
  formatKw,
  formatKwh,
  formatRequiredTime,
  formatSoC,
  formatTime,
} from '@shared/brazil';
import type { BoardConnector } from '@shared/contract';
import { StatusBadge } from '@shared/ui';
import { connectorWords } from '@shared/ui/connector-status';
import { memo } from 'react';
import styles from './board.module.css';
import { strings } from './strings.ts';

/** A connector's state in words; a board names the charge point's state `cpStatus`. */
export const stateOf = (connector: BoardConnector) =>
  connectorWords(connector.cpStatus === 'Online', connector.connectorStatus);

const nameOf = ({ name, cpCode, connectorId }: BoardConnector) =>
  name ?? [cpCode, connectorId].filter(Boolean).join('-');

/** One connector. Rendered again only when something of it changed. */
export const BoardRow = memo(function BoardRow({ connector }: { connector: BoardConnector }) {
  const { uvName, soC, meterKWH, chargeRateKW, requiredChargeTime, startTime } = connector;
  const { kind, label } = stateOf(connector);
  const car = [uvName, soC === undefined ? undefined : formatSoC(soC)].filter(Boolean).join(' · ');
  return (
    <tr>
      <th scope="row" className={styles.charger}>
        <span>{nameOf(connector)}</span>
        {car && <span className={styles.minor}>{car}</span>}
      </th>
      <td className={styles.energy}>
        <Pair
          main={meterKWH === undefined ? undefined : formatKwh(meterKWH)}
          minor={chargeRateKW === undefined ? undefined : formatKw(chargeRateKW)}
        />
      </td>
      <td className={styles.remaining}>
        <Pair
          main={requiredChargeTime === undefined ? undefined : formatRequiredTime(requiredChargeTime)}
          minor={startTime && strings.since(formatTime(startTime, BOARD_TIME_ZONE))}
        />
      </td>
      <td className={styles.status}>
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </td>
    </tr>
  );
});

/** A figure and what qualifies it; a dash where there is neither. */
function Pair({ main, minor }: { main: string | undefined; minor: string | undefined }) {
  if (!main && !minor) return <span className={styles.nothing}>{strings.nothing}</span>;
  return (
    <span className={styles.pair}>
      {main && <span>{main}</span>}
      {minor && <span className={styles.minor}>{minor}</span>}
    </span>
  );
}
