import { formatBRL } from '@shared/brazil';
import { Link, usePaths } from '@shared/router';
import { Card } from '@shared/ui';
import { ArrowLeftRight } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { useLayoutEffect } from 'react';
import { sumOf } from './amounts.ts';
import { strings } from './strings.ts';
import { usePaybackPlan } from './use-payback-plan.ts';

/**
 * Links to 'Devolver saldo' if the backend has it and the user has something to see there: in the
 * wallet, and before the account is deleted. Calls `onSettled` once it is known which it is.
 */
export function Component({ onSettled }: { onSettled?: () => void }) {
  const paths = usePaths();
  const { data, isPending } = usePaybackPlan().query;
  useLayoutEffect(() => {
    if (!isPending) onSettled?.();
  }, [isPending, onSettled]);
  if (!data) return null;
  const { parts, kept, paybacks } = data;
  if (parts.length + kept.length + paybacks.length === 0) return null;
  const other = paybacks.length > 0 ? strings.offerProgress : strings.offerNothing;
  return (
    <Card flush>
      <List label={strings.title}>
        <ListRow
          render={<Link to={`${paths.paymentMethods()}/payback`} />}
          leading={<ArrowLeftRight />}
          title={strings.title}
          detail={parts.length > 0 ? strings.offer(formatBRL(sumOf(parts))) : other}
        />
      </List>
    </Card>
  );
}
