import { queries, useQuery } from '@shared/client';
import { isLoggedInAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { ActiveRechargeCard } from './active-recharge-card.tsx';
import styles from './active-recharges.module.css';
import { strings } from './strings.ts';

/** Lists the user's running charges on the home; renders nothing for guests or without a charge. */
export function Component() {
  const loggedIn = useAtomValue(isLoggedInAtom);
  const { data } = useQuery({ ...queries.activeRecharges(), enabled: loggedIn });
  if (!loggedIn || !data || data.length === 0) return null;
  return (
    <section aria-label={strings.title} className={styles.cards}>
      {data.map((recharge) => (
        <ActiveRechargeCard key={`${recharge.chargePointId}/${recharge.connectorId}`} recharge={recharge} />
      ))}
    </section>
  );
}
