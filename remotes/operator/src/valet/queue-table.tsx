import { formatDuration, formatHoursMinutes, formatKwh, formatTime } from '@shared/brazil';
import type { ValetQueueItem } from '@shared/contract';
import { Button, IconButton } from '@shared/ui';
import { Check, Info, Plug, Trash, Zap } from '@shared/ui/icons';
import { useId } from 'react';
import { PrismaTag, plateOf } from './car-line.tsx';
import type { QueueRow } from './order.ts';
import styles from './queue.module.css';
import { StartNote } from './start-note.tsx';
import type { Action } from './states.tsx';
import { strings } from './strings.ts';

/** Explicit roles, as some browsers drop table semantics from elements with `display: grid`. */
const ROLE = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

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

interface QueueLineProps {
  row: QueueRow;
  now: number;
  onAction: (action: Action) => void;
}

/** Row of one vehicle. The prisma is first and largest because valets identify cars by it. */
function QueueLine({ row, now, onAction }: QueueLineProps) {
  const { item, state, place, needsAttention } = row;
  const plateId = useId();
  return (
    <tr
      {...ROLE.row}
      className={styles.row}
      data-state={state.name}
      data-attention={needsAttention}
      data-first={place === 1}
    >
      <td {...ROLE.cell} className={styles.prisma}>
        <PrismaTag>{item.cqCustomId}</PrismaTag>
      </td>
      <th
        {...ROLE.rowheader}
        scope="row"
        className={styles.plate}
        data-erased={item.cqUvLicencePlate === ''}
        id={plateId}
      >
        <bdi>{plateOf(item)}</bdi>
      </th>
      <td {...ROLE.cell} className={styles.charger} data-empty={!item.chargePointName}>
        <Charger item={item} charging={state.name === 'CHARGING'} />
      </td>
      <td {...ROLE.cell} className={styles.status}>
        <span className={styles.state}>
          {state.icon}
          {state.label}
        </span>
        <Details row={row} now={now} />
      </td>
      <td {...ROLE.cell} className={styles.actions}>
        {state.actions.map((action) => (
          <RowAction key={action} action={action} about={plateId} onPress={() => onAction(action)} />
        ))}
      </td>
    </tr>
  );
}

function Charger({ item, charging }: { item: ValetQueueItem; charging: boolean }) {
  const { chargePointName, connectorId, meterTotal } = item;
  if (!chargePointName) return <span className={styles.minor}>{strings.none}</span>;
  return (
    <span className={styles.place}>
      <span>
        <Plug />
        <bdi>{chargePointName}</bdi>
      </span>
      {connectorId && <span>{strings.connector(connectorId)}</span>}
      {charging && meterTotal !== undefined && <strong>{formatKwh(meterTotal)}</strong>}
    </span>
  );
}

function Details({ row: { item, state, place, needsAttention }, now }: { row: QueueRow; now: number }) {
  const words: string[] = [];
  if (place !== undefined && item.cqQueuedAt !== undefined) {
    const seconds = (now - Date.parse(item.cqQueuedAt)) / 1000;
    words.push(strings.place(place));
    if (seconds >= 60) words.push(strings.waitingFor(formatDuration(seconds)));
  }
  if (state.name === 'CHARGING' && item.startTime !== undefined)
    words.push(strings.began(formatTime(item.startTime)));
  if (state.name === 'CHARGING' && needsAttention) words.push(strings.stoppedDrawing);
  if (state.name === 'FINISHED' && item.duration !== undefined)
    words.push(strings.lasted(formatHoursMinutes(item.duration)));
  return (
    <>
      {needsAttention && <strong className={styles.call}>{strings.freeCharger}</strong>}
      {state.name === 'QUEUED' && <StartNote item={item} />}
      {words.length > 0 && <span className={styles.minor}>{words.join(' · ')}</span>}
    </>
  );
}

const ICONS = { delete: <Trash />, info: <Info />, dismiss: <Check /> } as const;

interface RowActionProps {
  action: Action;
  /** Id of the element that names the row. */
  about: string;
  onPress: () => void;
}

function RowAction({ action, about, onPress }: RowActionProps) {
  if (action === 'start')
    return (
      <Button icon={<Zap />} aria-describedby={about} onClick={onPress}>
        {strings.start}
      </Button>
    );
  return (
    <IconButton label={strings[action]} icon={ICONS[action]} aria-describedby={about} onClick={onPress} />
  );
}
