import { formatSoC } from '@shared/brazil';
import { goodChargeWords, isUnreliable, reliabilityWords } from '@shared/charging/measurement-words';
import type { MeasuredConnector } from '@shared/contract';
import { StatusBadge, StatusGlyph } from '@shared/ui';
import { memo } from 'react';
import { nameOf, useConnectorState } from '../status-board/connector-state.ts';
import type { Head } from '../wall/wall-table.tsx';
import styles from './reliability.module.css';
import { strings } from './strings.ts';

const COLUMNS = ['charger', 'rate', 'last', 'status'] as const;
export const connectorHeads: readonly Head[] = COLUMNS.map((column) => [styles[column], strings[column]]);

interface ConnectorRowProps {
  connector: MeasuredConnector;
  /** The server's time in ms since 1970. */
  now: number;
}

/** Row of one connector: charges that worked, interval of the rate, last good charge, state. */
export const ConnectorRow = memo(function ConnectorRow({ connector, now }: ConnectorRowProps) {
  const { reliability, lastGoodCharge } = connector;
  const { kind, label } = useConnectorState(connector);
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.charger}>
        <bdi className={styles.name}>{nameOf(connector)}</bdi>
        {connector.name && connector.cpCode && (
          <span className={styles.minor}>{`${connector.cpCode}-${connector.connectorId}`}</span>
        )}
      </th>
      <td className={styles.rate}>
        {reliability ? (
          <span className={styles.words}>
            {isUnreliable(reliability) && <StatusGlyph kind="attention" />}
            <span>{reliabilityWords(reliability)}</span>
            <span className={styles.minor}>
              {strings.interval(formatSoC(reliability.lowPercent), formatSoC(reliability.highPercent))}
            </span>
          </span>
        ) : (
          <span className={styles.minor}>{strings.fewCharges}</span>
        )}
      </td>
      <td className={styles.last}>
        {lastGoodCharge ? goodChargeWords(lastGoodCharge, now) : strings.nothing}
      </td>
      <td className={styles.status}>
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </td>
    </tr>
  );
});
