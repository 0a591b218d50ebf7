import { formatBRL } from '@shared/brazil';
import { Link, usePaths } from '@shared/router';
import { Plus, Zap } from '@shared/ui/icons';
import { ListRow } from '@shared/ui/list';
import { TitledList } from '../titled-list.tsx';
import type { Day, Entry } from './entries.ts';
import styles from './statement.module.css';

const GLYPHS = { debit: <Zap />, credit: <Plus /> } as const;

/** Lists the entries grouped by day; each links to its receipt. */
export function Days({ days }: { days: readonly Day[] }) {
  return days.map(({ label, entries }) => (
    <TitledList key={label} title={label}>
      {entries.map((entry) => (
        <EntryRow key={`${entry.kind} ${entry.id}`} entry={entry} />
      ))}
    </TitledList>
  ));
}

function EntryRow({ entry }: { entry: Entry }) {
  const paths = usePaths();
  const { kind, title, detail, cents, refunded, receipt } = entry;
  const amount = signed(cents);
  const row = {
    leading: (
      <span className={styles.glyph} data-kind={kind}>
        {GLYPHS[kind]}
      </span>
    ),
    title: refunded ? <s>{title}</s> : title,
    detail,
    trailing: (
      <span className={styles.amount} data-kind={kind}>
        {refunded ? <s>{amount}</s> : amount}
      </span>
    ),
  };
  if (!receipt) return <ListRow {...row} />;
  const { of, id } = receipt;
  return (
    <ListRow
      {...row}
      render={<Link to={of === 'charge' ? paths.chargeReceipt(id) : paths.creditReceipt(id)} />}
    />
  );
}

/** Formats an amount with its sign; zero has none. */
function signed(cents: number): string {
  if (cents === 0) return formatBRL(0);
  return `${cents > 0 ? '+' : '−'} ${formatBRL(Math.abs(cents))}`;
}
