import { queries, useQuery } from '@shared/client';
import type { HistoryEntry } from '@shared/contract';
import { STATEMENT_RANGES } from '@shared/contract/statement-ranges';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Navigate, useBack, usePaths, useSearchParams } from '@shared/router';
import { isLoggedInAtom } from '@shared/state';
import { EmptyState, Page, QueryState, Skeleton, useNow } from '@shared/ui';
import { RadioCards } from '@shared/ui/form-fields';
import { Receipt } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Days } from './days.tsx';
import { entriesByDay } from './entries.ts';
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
  const now = useNow(MINUTE);
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

function AllDays({ history, now, range }: AllDaysProps) {
  const allDays = useMemo(() => entriesByDay(history, new Date(now)), [history, now]);
  const { days, showMoreNear } = useShownDays(allDays, range);
  return (
    <>
      <Days days={days} />
      {days.length < allDays.length && <div key={days.length} ref={showMoreNear} />}
    </>
  );
}
