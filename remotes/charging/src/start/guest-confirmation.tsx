import { formatBRL } from '@shared/brazil';
import { GUEST_AMOUNTS } from '@shared/contract/guest-amounts';
import { Link, Navigate, usePaths } from '@shared/router';
import { useSetting } from '@shared/state/settings';
import { Button, ButtonLink } from '@shared/ui';
import { Field, RadioCards } from '@shared/ui/form-fields';
import { useRef, useState } from 'react';
import styles from '../guest/guest.module.css';
import { strings } from '../guest/strings.ts';
import { useGuestCharge } from '../guest/use-guest-charge.ts';
import { guestCharge } from '../settings.ts';
import { startRefusal } from './refusal.ts';
import { type FoundCharger, StartDialog, startNumberOf } from './start-dialog.tsx';
import { useGuestOrder } from './use-guest-order.ts';

/** States in which a guest has a charge to return to, instead of another one. */
const RUNS = new Set(['starting', 'waiting', 'charging']);

interface GuestConfirmationProps extends FoundCharger {
  onClose: () => void;
}

/** Shows a guest connector and price, and lets them choose an amount to pay by Pix. */
export function GuestConfirmation(props: GuestConfirmationProps) {
  const { number, connector, detailsPending } = props;
  const paths = usePaths();
  const running = useGuestCharge().data?.state ?? '';
  const [amount, setAmount] = useState<number>(GUEST_AMOUNTS[1]);
  const [email, setEmail] = useState({ text: '', isValid: true });
  const [isChecked, setChecked] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const { order, isPending, failure } = useGuestOrder();
  const isOffered = useSetting(guestCharge, connector?.siteId);
  const ready = connector && !startRefusal(connector) && !detailsPending;

  function pay() {
    setChecked(true);
    if (!email.isValid) emailField.current?.focus();
    if (!connector || !email.isValid) return;
    order({
      ChargePointID: startNumberOf(number, connector),
      Amount: amount,
      Email: email.text || undefined,
    });
  }
  if (RUNS.has(running)) return <Navigate to={paths.guest()} replace />;
  if (!isOffered)
    return (
      <StartDialog
        {...props}
        loading={detailsPending}
        pending={false}
        action={
          <ButtonLink variant="primary" full render={<Link to={paths.login()} />}>
            {strings.enterAccount}
          </ButtonLink>
        }
      >
        <p>{strings.needsAccount}</p>
      </StartDialog>
    );
  return (
    <StartDialog
      {...props}
      loading={detailsPending}
      pending={isPending}
      action={
        <>
          {failure && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          <Button variant="primary" full pending={isPending} disabled={!ready} onClick={pay}>
            {strings.pay}
          </Button>
        </>
      }
      alternative={
        <ButtonLink full render={<Link to={paths.login()} />}>
          {strings.logIn}
        </ButtonLink>
      }
    >
      <RadioCards
        label={strings.amount}
        columns={2}
        options={GUEST_AMOUNTS.map((value) => ({ value, label: formatBRL(value * 100) }))}
        value={amount}
        onChange={setAmount}
      />
      <p className={styles.note}>{strings.amountHint}</p>
      <Field
        label={strings.email}
        ref={emailField}
        type="email"
        autoComplete="email"
        value={email.text}
        error={isChecked && !email.isValid && strings.invalidEmail}
        onChange={({ target }) => setEmail({ text: target.value.trim(), isValid: target.validity.valid })}
      />
    </StartDialog>
  );
}
