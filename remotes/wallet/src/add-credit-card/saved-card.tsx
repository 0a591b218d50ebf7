import { useQueryClient, useWrite, writes } from '@shared/client';
import { calls, type PaymentMethod } from '@shared/contract';
import { DeleteButton, FormFailure } from '@shared/forms';
import { showToastAtom } from '@shared/state';
import { Button, Page } from '@shared/ui';
import { Field, Switch } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import styles from './card.module.css';
import { strings } from './strings.ts';
import { useReloadMethods } from './use-reload-methods.ts';

/**
 * Shows a saved card read-only. It can be made the main card, or deleted if it isn't the main card.
 */
export function SavedCard({ card, onBack }: { card: PaymentMethod; onBack: () => void }) {
  const cache = useQueryClient();
  const reload = useReloadMethods();
  const toast = useSetAtom(showToastAtom);
  const isMain = card.is_default === true;
  const [isSelected, setSelected] = useState(false);

  async function toastAndReload(title: string) {
    toast({ id: 'card', kind: 'success', title });
    await reload();
    // Remove all cards from the cache: a new main card changes another one too.
    cache.removeQueries({ queryKey: [calls.paymentMethod.path] });
  }
  const change = useWrite({
    mutationFn: () => writes.makeDefaultPaymentMethod(card.id),
    onSuccess: () => toastAndReload(strings.mainChanged),
  });
  const { firstName, lastName, number, expiry } = savedCardValues(card);
  return (
    <Page
      title={strings.title}
      onBack={onBack}
      actions={
        !isMain && (
          <>
            <Button
              variant="primary"
              full
              disabled={!isSelected}
              pending={change.isPending}
              onClick={() => change.mutate(undefined, { onSuccess: onBack })}
            >
              {strings.save}
            </Button>
            <DeleteButton
              label={strings.delete}
              question={strings.deleteQuestion}
              failure={strings.deleteFailed}
              toastId="card"
              send={() => writes.deletePaymentMethod(card.id)}
              onDeleted={() => toastAndReload(strings.deleted)}
              next={onBack}
            />
          </>
        )
      }
    >
      <p>{strings.lead}</p>
      <div className={styles.form}>
        <div className={styles.pair}>
          <Field label={strings.firstName} value={firstName} disabled />
          <Field label={strings.lastName} value={lastName} disabled />
        </div>
        <Field label={strings.number} value={number} disabled />
        <div className={styles.pair}>
          <Field label={strings.expiry} value={expiry} disabled />
          <Field label={strings.cvv} value={strings.hiddenCvv} disabled />
        </div>
        <Switch
          label={strings.main}
          checked={isMain || isSelected}
          disabled={isMain}
          onChange={(event) => setSelected(event.target.checked)}
        />
        <FormFailure>{change.isError && strings.mainFailed}</FormFailure>
      </div>
    </Page>
  );
}

/**
 * Returns the field values for a saved card; unknown ones are empty. The holder's name is split at
 * the first space.
 */
function savedCardValues({ data, description }: PaymentMethod) {
  const { holder_name = '', display_number, month, year } = data ?? {};
  const [firstName = '', ...lastNames] = holder_name.trim().split(/\s+/);
  return {
    firstName,
    lastName: lastNames.join(' '),
    number: display_number ?? description ?? '',
    expiry: month && year ? `${month.padStart(2, '0')}/${year.slice(-2)}` : '',
  };
}
