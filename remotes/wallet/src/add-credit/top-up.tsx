import { formatBRL } from '@shared/brazil';
import { type PaymentMethod, TOP_UP_AMOUNTS, type TopUpAmount } from '@shared/contract';
import { useSearchParams } from '@shared/router';
import { Button, ConfirmDialog, Page, words } from '@shared/ui';
import { RadioCards } from '@shared/ui/form-fields';
import { useState } from 'react';
import { MissingCpfDialog, useCpfGate } from '../cpf-gate/use-cpf-gate.tsx';
import styles from './add-credit.module.css';
import { BalanceChange } from './balance-change.tsx';
import { ChosenMethod } from './chosen-method.tsx';
import { CloseButton } from './close-button.tsx';
import { ResultDialog } from './result-dialog.tsx';
import { strings } from './strings.ts';
import { useTopUp } from './use-top-up.ts';

interface TopUpProps {
  /** Id of a saved card, or `pix`. */
  method: string;
  card: PaymentMethod | undefined;
  onBack: () => void;
}

const amountOf = (text: string | null) =>
  TOP_UP_AMOUNTS.find((offered) => String(offered) === text) ?? TOP_UP_AMOUNTS[0];
const centsOf = (amount: TopUpAmount) => amount * 100;

/**
 * Lets the user choose an amount, shows the resulting balance and confirms before paying. The URL
 * keeps the amount.
 */
export function TopUp({ method, card, onBack }: TopUpProps) {
  const [params, setParams] = useSearchParams();
  // The URL updates after the tap, so the state holds the amount; otherwise the dialog could show
  // the previous amount.
  const [amount, setAmount] = useState<TopUpAmount>(() => amountOf(params.get('valor')));
  const [confirming, setConfirming] = useState(false);
  const gate = useCpfGate();
  const { prepare, pay, pending, outcome, dismiss } = useTopUp(method);
  const cents = centsOf(amount);
  const amountText = formatBRL(cents);

  function choose(chosen: TopUpAmount) {
    setAmount(chosen);
    setParams({ valor: String(chosen) }, { replace: true });
  }
  function openConfirmation() {
    if (!gate.pass()) return;
    prepare(cents);
    setConfirming(true);
  }
  async function confirm() {
    await pay(cents);
    setConfirming(false);
  }
  function retry() {
    prepare(cents);
    void pay(cents);
  }
  return (
    <Page
      title={strings.title}
      onBack={onBack}
      trailing={<CloseButton />}
      actions={
        <Button variant="primary" full onClick={openConfirmation}>
          {strings.add}
        </Button>
      }
    >
      <ChosenMethod card={card} />
      <div className={styles.amounts}>
        <RadioCards
          label={strings.amount}
          columns={2}
          options={TOP_UP_AMOUNTS.map((option) => ({ value: option, label: formatBRL(centsOf(option)) }))}
          value={amount}
          onChange={choose}
        />
      </div>
      <BalanceChange cents={cents} />
      {confirming && (
        <ConfirmDialog
          title={strings.confirmTitle(amountText)}
          cancelLabel={words.cancel}
          pending={pending}
          onConfirm={confirm}
          onClose={() => setConfirming(false)}
        >
          <p>{strings.confirmText(amountText)}</p>
        </ConfirmDialog>
      )}
      <ResultDialog
        outcome={confirming ? undefined : outcome}
        retrying={pending}
        onRetry={retry}
        onClose={dismiss}
      />
      {outcome === 'cpfRequired' && !confirming && <MissingCpfDialog onClose={dismiss} />}
      {gate.dialog}
    </Page>
  );
}
