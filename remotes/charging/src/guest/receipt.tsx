import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import styles from './guest.module.css';
import { GuestLink } from './guest-link.tsx';
import { GuestMoney } from './guest-money.tsx';
import { strings } from './strings.ts';
import { useGuestCharge } from './use-guest-charge.ts';

/** Part of a guest's receipt: the money, an account to keep the receipt, and the secret link. */
export function Component() {
  const { data } = useGuestCharge(true);
  const paths = usePaths();
  return (
    <div className={styles.parts}>
      {data && <GuestMoney charge={data} />}
      <p className={styles.note}>{strings.createAccountText}</p>
      <ButtonLink full render={<Link to={paths.register()} />}>
        {strings.createAccount}
      </ButtonLink>
      <GuestLink />
    </div>
  );
}
