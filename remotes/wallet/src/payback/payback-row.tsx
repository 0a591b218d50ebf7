import { formatBRL } from '@shared/brazil';
import { Link, usePaths } from '@shared/router';
import { Card } from '@shared/ui';
import { ArrowLeftRight } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { sumOf } from './amounts.ts';
import { strings } from './strings.ts';
import { usePaybackPlan } from './use-payback-plan.ts';

/**
 * Links to 'Devolver saldo' if the backend has it and the user has something to see there: in the
 * wallet, and before the account is deleted.
 */
export function Component() {
  const paths = usePaths();
  const { data } = usePaybackPlan().query;
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
