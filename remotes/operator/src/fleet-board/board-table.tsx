import type { BoardConnector, SiteBoard } from '@shared/contract';
import styles from './board.module.css';
import { BoardRow } from './board-row.tsx';
import { strings } from './strings.ts';

/** The same connector keeps the same row, however the list around it changes. */
const keyOf = ({ cpCode, name, connectorId }: BoardConnector) => `${cpCode ?? name}/${connectorId}`;

/** Connectors as rows that share the height of the screen. */
export function BoardTable({ board: { connectors } }: { board: SiteBoard }) {
  if (connectors.length === 0) return <p className={styles.empty}>{strings.empty}</p>;
  const rows: Record<`--${string}`, string> = { '--rows': String(connectors.length) };
  return (
    <table className={styles.table} style={rows}>
      <thead>
        <tr>
          <th scope="col">{strings.charger}</th>
          <th scope="col" className={styles.energy}>
            {strings.energy}
          </th>
          <th scope="col" className={styles.remaining}>
            {strings.remaining}
          </th>
          <th scope="col">{strings.status}</th>
        </tr>
      </thead>
      <tbody>
        {connectors.map((connector) => (
          <BoardRow key={keyOf(connector)} connector={connector} />
        ))}
      </tbody>
    </table>
  );
}
