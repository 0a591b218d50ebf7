import { centsFromReais, formatBRL } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { balanceHiddenAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import styles from './add-credit.module.css';
import { strings } from './strings.ts';

/**
 * The balance before the top-up and after it. Nothing while it isn't known, and where it is to be hidden: a failure to
 * get it is only logged (specification, section 8).
 * @param cents what is added, integer cents
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
