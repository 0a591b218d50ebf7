import { formatBRL } from '@shared/brazil';
import { queries, serverTime, useQuery } from '@shared/client';
import type { HistoryEntry } from '@shared/contract';
import { STATEMENT_RANGES } from '@shared/contract/statement-ranges';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, Navigate, useBack, usePaths, useSearchParams } from '@shared/router';
import { isLoggedInAtom } from '@shared/state';
import { EmptyState, Page, QueryState, Skeleton, useNow } from '@shared/ui';
import { RadioCards } from '@shared/ui/form-fields';
import { Plus, Receipt, Zap } from '@shared/ui/icons';
import { ListRow } from '@shared/ui/list';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { TitledList } from '../titled-list.tsx';
import { type Entry, entriesByDay } from './entries.ts';
import styles from './statement.module.css';
import { strings } from './strings.ts';
import { useShownDays } from './use-shown-days.ts';

const MINUTE = 60_000;

/** Statement of the wallet's credits and debits in the chosen range. A guest has one receipt instead. */
export function Component() {
  const paths = usePaths();
  const back = useBack(paths.home());
  const [params, setParams] = useSearchParams();
  const days = STATEMENT_RANGES.find((range) => String(range) === params.get('dias')) ?? STATEMENT_RANGES[0];
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const history = useQuery({ ...queries.history(days), enabled: isLoggedIn });
  useFailureToast(history, strings.failure);
  const now = serverTime(useNow(MINUTE));
  if (!isLoggedIn) return <Navigate to={paths.guest()} replace />;
  const choose = (range: number) => setParams({ dias: String(range) }, { replace: true });

  return (
    <Page title={strings.title} onBack={back}>
      <RadioCards
        label={strings.period}
        labelHidden
        columns={3}
        options={STATEMENT_RANGES.map((range) => ({ value: range, label: strings.days(range) }))}
        value={days}
        onChange={choose}
      />
      <p role="status" data-spoken>
        {history.data && strings.found(history.data.length, days)}
      </p>
      {!history.data && (
        <QueryState query={history} failure={strings.failure}>
          <Skeleton width="6rem" />
          <Skeleton height="14rem" />
          <Skeleton width="6rem" />
          <Skeleton height="9.5rem" />
        </QueryState>
      )}
      {history.data?.length === 0 && (
        <EmptyState icon={<Receipt />} title={strings.empty}>
          {strings.emptyText(days)}
        </EmptyState>
      )}
      {history.data && <AllDays history={history.data} now={now} range={days} />}
    </Page>
  );
}

interface AllDaysProps {
  history: readonly HistoryEntry[];
  now: number;
  range: number;
}

/** Lists the entries grouped by day; each links to its receipt. */
function AllDays({ history, now, range }: AllDaysProps) {
  const allDays = useMemo(() => entriesByDay(history, new Date(now)), [history, now]);
  const { days, showMoreNear } = useShownDays(allDays, range);
  return (
    <>
      {days.map(({ label, entries }) => (
        <TitledList key={label} title={label}>
          {entries.map((entry) => (
            <EntryRow key={`${entry.kind} ${entry.id}`} entry={entry} />
          ))}
        </TitledList>
      ))}
      {days.length < allDays.length && <div key={days.length} ref={showMoreNear} />}
    </>
  );
}

const GLYPHS = { debit: <Zap />, credit: <Plus />, other: <Receipt /> } as const;
const SIGNS = { debit: '− ', credit: '+ ', other: '' } as const;

function EntryRow({ entry }: { entry: Entry }) {
  const paths = usePaths();
  const { title, detail, cents, refunded, receipt } = entry;
  const kind = entry.failed ? 'other' : entry.kind;
  const amount = `${cents > 0 ? SIGNS[kind] : ''}${formatBRL(cents)}`;
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
