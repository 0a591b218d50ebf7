import type { ValetQueueItem } from '@shared/contract';
import type { QueueRow } from './order.ts';
import styles from './queue.module.css';
import { QueueLine } from './queue-row.tsx';
import { ROLE } from './roles.ts';
import type { Action } from './states.tsx';
import { strings } from './strings.ts';

interface QueueTableProps {
  rows: readonly QueueRow[];
  /** The server's time, in milliseconds since 1970. */
  now: number;
  onAction: (action: Action, item: ValetQueueItem) => void;
}

/**
 * Table of the queue. On narrow screens each row takes two lines, but stays a table for screen
 * readers.
 */
export function QueueTable({ rows, now, onAction }: QueueTableProps) {
  const columns = [strings.prisma, strings.vehicle, strings.charger, strings.status, strings.actions];
  return (
    <table {...ROLE.table} className={styles.table} aria-label={strings.queue}>
      <thead {...ROLE.rowgroup}>
        <tr {...ROLE.row}>
          {columns.map((column) => (
            <th key={column} {...ROLE.columnheader} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLE.rowgroup}>
        {rows.map((row) => (
          <QueueLine
            key={row.item.cqId}
            row={row}
            now={now}
            onAction={(action) => onAction(action, row.item)}
          />
        ))}
      </tbody>
    </table>
  );
}
