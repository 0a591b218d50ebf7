import { centsFromReais, formatBRL } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { balanceHiddenAtom } from '@shared/state';
import { IconButton, Skeleton } from '@shared/ui';
import { Eye, EyeOff } from '@shared/ui/icons';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { report } from '../errors/report.ts';
import styles from './balance.module.css';
import { strings } from './strings.ts';

const RETRY_MS = 30_000;

/** The wallet's balance, which the user can hide on this device. */
export function Balance() {
  const [hidden, setHidden] = useAtom(balanceHiddenAtom);
  return (
    <div className={styles.balance}>
      <div>
        <p className={styles.label}>{strings.balance}</p>
        <p className={styles.figure} translate="no">
          {hidden ? <Masked /> : <Figure />}
        </p>
      </div>
      <IconButton
        label={hidden ? strings.showBalance : strings.hideBalance}
        icon={hidden ? <Eye /> : <EyeOff />}
        onClick={() => setHidden(!hidden)}
      />
    </div>
  );
}

function Masked() {
  return (
    <>
      <span aria-hidden="true">R$ ••••</span>
      <span data-spoken>{strings.balanceHidden}</span>
    </>
  );
}

function Figure() {
  const { data, error } = useQuery({
    ...queries.balance(),
    // There is nothing to tap for a retry.
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
  });
  // A failure is reported; the user sees only a dash.
  useEffect(() => {
    if (error) report(error, 'balance');
  }, [error]);
  if (data) return formatBRL(centsFromReais(data.uwalBalance));
  return error ? '—' : <Skeleton width="7.5rem" />;
}
