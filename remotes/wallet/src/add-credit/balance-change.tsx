import { centsFromReais, formatBRL } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { balanceHiddenAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import styles from './add-credit.module.css';
import { strings } from './strings.ts';

/**
 * Shows the balance before and after the top-up. The box is empty while the balance is unknown, and
 * not rendered if the user has hidden the balance. A failed request is only logged.
 * @param cents amount to add, integer cents
 */
export function BalanceChange({ cents }: { cents: number }) {
  const { data, error } = useQuery(queries.balance());
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  if (useAtomValue(balanceHiddenAtom)) return null;
  const balanceCents = data && centsFromReais(data.uwalBalance);
  return (
    <dl className={styles.balance}>
      {balanceCents !== undefined && (
        <>
          <div>
            <dt>{strings.before}</dt>
            <dd>{formatBRL(balanceCents)}</dd>
          </div>
          <div className={styles.after}>
            <dt>{strings.after}</dt>
            <dd>{formatBRL(balanceCents + cents)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
