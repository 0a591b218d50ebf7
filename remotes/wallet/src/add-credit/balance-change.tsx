import { centsFromReais, formatBRL } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { balanceHiddenAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import styles from './add-credit.module.css';
import { strings } from './strings.ts';

/**
 * Shows the balance before and after the top-up. Renders nothing while it is unknown or hidden; a
 * failure to load it is only logged.
 * @param cents amount to add, integer cents
 */
export function BalanceChange({ cents }: { cents: number }) {
  const { data, error } = useQuery(queries.balance());
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  if (useAtomValue(balanceHiddenAtom)) return null;
  const before = data && centsFromReais(data.uwalBalance);
  return (
    <dl className={styles.balance}>
      {before !== undefined && (
        <>
          <div>
            <dt>{strings.before}</dt>
            <dd>{formatBRL(before)}</dd>
          </div>
          <div className={styles.after}>
            <dt>{strings.after}</dt>
            <dd>{formatBRL(before + cents)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
