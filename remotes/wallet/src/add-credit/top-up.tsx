import { centsFromReais, formatBRL } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { queries, useQuery } from '@shared/client';
import { type PaymentMethod, PIX, TOP_UP_AMOUNTS } from '@shared/contract';
import { useSearchParams } from '@shared/router';
import { balanceHiddenAtom } from '@shared/state';
import { Button, Card, ConfirmDialog, Page, words } from '@shared/ui';
import { RadioCards } from '@shared/ui/form-fields';
import { CreditCard, QrCode } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { MissingCpfDialog, useCpfGate } from '../cpf-gate/use-cpf-gate.tsx';
import { cardTitle, kindLabel } from '../method-labels.ts';
import styles from './add-credit.module.css';
import { CloseButton } from './close-button.tsx';
import { ResultDialog } from './result-dialog.tsx';
import { strings } from './strings.ts';
import { useTopUp } from './use-top-up.ts';

interface TopUpProps {
  /** Id of a saved card, or `pix`. */
  method: string;
  /** The saved card; undefined for Pix. */
  card: PaymentMethod | undefined;
  onBack: () => void;
}

const amountOf = (text: string | null) =>
  TOP_UP_AMOUNTS.find((offered) => String(offered) === text) ?? TOP_UP_AMOUNTS[0];
const centsOf = (amount: number) => amount * 100;

/**
 * Lets the user choose an amount, shows the resulting balance and confirms before paying. The URL
 * keeps the amount.
 */
export function TopUp({ method, card, onBack }: TopUpProps) {
  const [params, setParams] = useSearchParams();
  // The URL updates after the tap, so the state holds the amount; otherwise the dialog could show
  // the previous amount.
  const [amount, setAmount] = useState<number>(() => amountOf(params.get('valor')));
  const [confirming, setConfirming] = useState(false);
  const gate = useCpfGate();
  const { prepare, pay, pending, outcome, dismiss } = useTopUp(method);
  const cents = centsOf(amount);
  const amountText = formatBRL(cents);

  function choose(chosen: number) {
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

/** Shows the selected payment method. */
function ChosenMethod({ card }: Pick<TopUpProps, 'card'>) {
  return (
    <Card flush>
      <List label={strings.method}>
        {card ? (
          <ListRow
            leading={<CreditCard />}
            title={cardTitle(card)}
            detail={[kindLabel(card.item_type), isolate(card.data?.holder_name ?? '')]
              .filter(Boolean)
              .join(' · ')}
          />
        ) : (
          <ListRow leading={<QrCode />} title={kindLabel(PIX)} detail={strings.pixText} />
        )}
      </List>
    </Card>
  );
}

/**
 * Shows the balance before and after the top-up. The box is empty while the balance is unknown, and
 * not rendered if the user has hidden the balance. A failed request is only logged.
 * @param cents amount to add, integer cents
 */
function BalanceChange({ cents }: { cents: number }) {
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
