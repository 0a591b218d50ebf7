import type { ReactNode } from 'react';
import type { Fit } from './fit-rows.ts';
import styles from './wall-table.module.css';

/** A column's class, which places its cells, and its words. */
export type Head = readonly [className: string | undefined, words: string];

interface WallTableProps {
  fit: Fit;
  heads: readonly Head[];
  /** Which page it is; a new one fades in. */
  page: number;
  /** Said in place of the table where there is no row. */
  empty: string;
  children: readonly ReactNode[];
}

/** One table, whose rows stand beside each other where the screen is wide and they are many. */
export function WallTable({ fit, heads, page, empty, children }: WallTableProps) {
  if (children.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.rows}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map(([className, words]) => (
              <th key={words} scope="col" className={className}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody key={page}>{children}</tbody>
      </table>
      {fit.look === 'tiles' && <HeadsForTheEye heads={heads} columns={fit.columns} />}
    </div>
  );
}

/** The table has its headings over the first column of rows; every other one has a copy, which isn't read out. */
function HeadsForTheEye({ heads, columns }: { heads: readonly Head[]; columns: number }) {
  const others = Array.from({ length: columns - 1 }, (_, column) => column + 2);
  return (
    <div className={styles.copies} aria-hidden="true">
      {others.map((column) => (
        <div key={column} style={{ gridColumn: column }}>
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
