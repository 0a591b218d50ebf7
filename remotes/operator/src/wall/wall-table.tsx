import type { ReactNode } from 'react';
import type { Fit } from './fit-rows.ts';
import styles from './wall-table.module.css';

/** Class that places a column's cells, and the column's heading. */
export type Head = readonly [className: string | undefined, words: string];

interface WallTableProps {
  fit: Fit;
  heads: readonly Head[];
  /** Class that lays out the cells of a row, and the headings above rows of two lines. */
  rowClass: string | undefined;
  /** Current page; the rows of a new page fade in. */
  page: number;
  /** Text shown instead of the table if there are no rows. */
  empty: string;
  children: readonly ReactNode[];
}

/** Table of a board, with many rows laid out in several columns on a wide screen. */
export function WallTable({ fit, heads, rowClass, page, empty, children }: WallTableProps) {
  if (children.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.rows}>
      <table className={styles.table}>
        <thead>
          <tr className={rowClass}>
            {heads.map(([className, words]) => (
              <th key={words} scope="col" className={className}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody key={page}>{children}</tbody>
      </table>
      {fit.look === 'tiles' && <RepeatedHeads heads={heads} rowClass={rowClass} columns={fit.columns} />}
    </div>
  );
}

/** Repeats the headings above the other columns; hidden from screen readers. */
function RepeatedHeads({
  heads,
  rowClass,
  columns,
}: Pick<WallTableProps, 'heads' | 'rowClass'> & { columns: number }) {
  const otherColumns = Array.from({ length: columns - 1 }, (_, column) => column + 2);
  return (
    <div className={styles.copies} aria-hidden="true">
      {otherColumns.map((column) => (
        <div key={column} className={rowClass} style={{ gridColumn: column }}>
          {heads.map(([className, words]) => (
            <span key={words} className={className}>
              {words}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
