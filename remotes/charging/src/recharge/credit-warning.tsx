import { queries, useQuery } from '@shared/client';
import type { Transaction } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { creditEndsSoon } from './cost.ts';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

interface CreditWarningProps {
  transaction: Transaction;
  figures: RechargeState['figures'];
  /** Server time, in ms since 1970. */
  now: number;
}

/** Offers to add credit when the balance may not last another 15 minutes. */
export function CreditWarning({ transaction, figures, now }: CreditWarningProps) {
  const paths = usePaths();
  const balance = useQuery(queries.balance()).data?.uwalBalance;
  if (balance === undefined || !creditEndsSoon(transaction, figures, now, balance)) return null;
  return (
    <div className={styles.creditEnds} role="status">
      <p>{strings.creditEnds}</p>
      <ButtonLink full render={<Link to={paths.addCredit('pix')} />}>
        {strings.addCredit}
      </ButtonLink>
    </div>
  );
}
