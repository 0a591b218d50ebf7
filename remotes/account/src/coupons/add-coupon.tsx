import { ApiError, codeOf, queries, useQueryClient, useWrite, writes } from '@shared/client';
import { couponRefusal, DAILY_LIMIT_CODES } from '@shared/contract';
import { failureText } from '@shared/forms/failure-text';
import { dismissToastAtom, showToastAtom } from '@shared/state';
import { Button, Dialog } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { type FormEvent, useRef, useState } from 'react';
import styles from './coupons.module.css';
import { strings } from './strings.ts';

/** Id of the toast about an added coupon. */
const ADDED = 'coupon';

const REFUSALS = { code: strings.invalidCode, coupon: strings.invalidCoupon } as const;

/** Adds a coupon by its code; the input is cleared only when that succeeds. */
export function AddCoupon({ onAdded }: { onAdded: () => void }) {
  const [typed, setTyped] = useState('');
  const cache = useQueryClient();
  const toast = useSetAtom(showToastAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  const code = typed.trim();
  /** The last code whose response was lost. */
  const lost = useRef<string>(undefined);
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: () => writes.addCoupon(code),
    onMutate: () => dismiss(ADDED),
    onSuccess: () => {
      setTyped('');
      toast({ id: ADDED, kind: 'success', title: strings.added });
      onAdded();
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) return;
      failure.isUndecided = lost.current === code && NOT_CHECKED.includes(failure.status);
      if (!failure.isDefinitive) lost.current = code;
    },
    // Invalidates every coupon list, including those for a site. Also after a failure: the server
    // may have added the coupon although its response was lost.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [queries.coupons('active').queryKey[0]] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== '') mutate();
  };
  return (
    <form className={styles.add} onSubmit={submit}>
      <Field
        label={strings.field}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
      />
      <Button type="submit" disabled={code === ''} pending={isPending}>
        {strings.add}
      </Button>
      {error && <Refusal error={error} onClose={reset} />}
    </form>
  );
}

function Refusal({ error, onClose }: { error: Error; onClose: () => void }) {
  const refusal = error instanceof ApiError ? couponRefusal(error.code, error.detail) : undefined;
  const tooMany = codeOf(error) === DAILY_LIMIT_CODES.couponFailures;
  const otherTitle = tooMany ? strings.tooMany : failureText(error);
  return (
    <Dialog
      title={refusal ? REFUSALS[refusal] : otherTitle}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {strings.understood}
        </Button>
      }
    >
      <p>{refusal ? strings.check : textOf(error)}</p>
      {tooMany && <p>{strings.tooManyText}</p>}
    </Dialog>
  );
}

/** Statuses of refusals that say nothing about the code. */
const NOT_CHECKED = [401, 403, 429];

function textOf(error: Error): string {
  if (!(error instanceof ApiError && error.isDefinitive)) return strings.lookFirst;
  return NOT_CHECKED.includes(error.status) ? strings.notAdded : strings.check;
}
