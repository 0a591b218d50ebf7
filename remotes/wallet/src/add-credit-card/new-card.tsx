import { maskCardNumber, maskCpfCnpj, maskCvv, maskExpiry } from '@shared/brazil';
import { codeOf, isConnectionFailure, queries, useQuery } from '@shared/client';
import { DAILY_LIMIT_CODES } from '@shared/contract';
import { FormFailure, failureText, useSendForm } from '@shared/forms';
import { showToastAtom } from '@shared/state';
import { Button, Page, words } from '@shared/ui';
import { Field, Switch } from '@shared/ui/form-fields';
import { Lock } from '@shared/ui/icons';
import { useSetAtom } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { cardsOf } from '../method-labels.ts';
import styles from './card.module.css';
import { EMPTY_CARD, RULES } from './card-fields.ts';
import { usePaymentFrame } from './payment-frame/use-payment-frame.ts';
import { strings } from './strings.ts';
import { useAddCard } from './use-add-card.ts';
import { useReloadMethods } from './use-reload-methods.ts';

/** Form for a new card. It keeps its values until the card is saved. */
export function NewCard({ onBack }: { onBack: () => void }) {
  const id = useId();
  const reload = useReloadMethods();
  const toast = useSetAtom(showToastAtom);
  const { data: methods } = useQuery(queries.paymentMethods());
  // The first card is always the main one.
  const isFirst = methods !== undefined && cardsOf(methods).length === 0;
  const { state, retry, paymentFrame } = usePaymentFrame();
  const { register, field, formProps, submitProps, failure } = useSendForm({
    rules: RULES,
    defaultValues: EMPTY_CARD,
    locked: state !== 'ready',
    send: useAddCard(paymentFrame, isFirst),
    onSent: () => {
      toast({ id: 'card', kind: 'success', title: strings.saved });
      return reload();
    },
    failureOf,
    next: onBack,
  });
  return (
    <Page
      title={strings.title}
      onBack={onBack}
      actions={
        <Button {...submitProps} form={id} variant="primary" full>
          {strings.save}
        </Button>
      }
    >
      <ProviderNote state={state} onRetry={retry} />
      <form {...formProps} id={id}>
        <div className={styles.pair}>
          <Field
            {...field('firstName')}
            label={strings.firstName}
            autoComplete="cc-given-name"
            autoCapitalize="words"
            spellCheck={false}
          />
          <Field
            {...field('secondeName')}
            label={strings.lastName}
            autoComplete="cc-family-name"
            autoCapitalize="words"
            spellCheck={false}
          />
        </div>
        <Field
          {...field('cpfCnpj', maskCpfCnpj)}
          label={strings.taxNumber}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Field
          {...field('cardNumber', maskCardNumber)}
          label={strings.number}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
        />
        <div className={styles.pair}>
          <Field
            {...field('cardExpiredDate', maskExpiry)}
            label={strings.expiry}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder={strings.expiryHint}
          />
          <Field
            {...field('codeCVV', maskCvv)}
            label={strings.cvv}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="000"
          />
        </div>
        {isFirst ? (
          <Switch key="first" label={strings.main} checked disabled readOnly />
        ) : (
          <Switch key="choice" {...register('toggleSwitch')} label={strings.main} />
        )}
        <p className={styles.safe}>
          <Lock />
          {strings.safe}
        </p>
        <FormFailure>{failure}</FormFailure>
      </form>
    </Page>
  );
}

/**
 * Returns a specific message for a connection failure and the daily limit; any other failure means
 * that the card wasn't saved.
 */
function failureOf(error: unknown): string {
  if (isConnectionFailure(error)) return failureText(error);
  return codeOf(error) === DAILY_LIMIT_CODES.newCards ? strings.tooMany : strings.tokenFailed;
}

/** Loading times below this are not shown, in ms. */
const LATE_AFTER_MS = 1000;

interface ProviderNoteProps {
  state: ReturnType<typeof usePaymentFrame>['state'];
  onRetry: () => void;
}

/**
 * Shows the instructions, or why no card can be saved while the provider's script is unavailable.
 */
function ProviderNote({ state, onRetry }: ProviderNoteProps) {
  const late = useIsLate(state === 'loading');
  return (
    <>
      {/* One line replaces the other, so that nothing below moves. */}
      <p role="status">{late ? strings.scriptLate : strings.lead}</p>
      {(state === 'failed' || state === 'absent') && (
        <div role="alert" className={styles.problem}>
          <p>{state === 'failed' ? strings.scriptFailed : strings.noScript}</p>
          {state === 'failed' && <Button onClick={onRetry}>{words.retry}</Button>}
        </div>
      )}
    </>
  );
}

/** Returns true once `awaited` has been true for longer than `LATE_AFTER_MS`. */
function useIsLate(awaited: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [awaited]);
  return awaited && late;
}
