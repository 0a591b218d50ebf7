import { centsFromReais, formatBRL } from '@shared/brazil';
import { ApiError, queries, statusOf, useQuery, useQueryClient, useWrite, writes } from '@shared/client';
import { userIdOf } from '@shared/client/user-id';
import { useBack, usePaths } from '@shared/router';
import { expiredAtom, Slot, showToastAtom, slotHostAtom } from '@shared/state';
import { Button, Dialog, Loading, Page, words } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { beforeDeletion } from '../slots.ts';
import { useLogOut } from '../use-log-out.ts';
import styles from './account-deletion.module.css';
import { strings } from './strings.ts';

const CONFLICT = 409;
/** Id of the toast about what became of the account. */
const TOAST = 'deletion';

/** Deletes the user's account once EXCLUIR is typed; blocked while a recharge is active. */
export function Component() {
  const id = useId();
  const paths = usePaths();
  const back = useBack(paths.userProfile());
  const [typed, setTyped] = useState('');
  const { data: balance } = useQuery(queries.balance());
  const { data: recharges } = useQuery(queries.activeRecharges());
  const { isSettled, ...offer } = useOffer();
  const deletion = useDeletion();
  // The server rejected the deletion because of an active recharge. Editing the field clears this.
  const conflict = statusOf(deletion.error) === CONFLICT;
  const charging = (recharges ?? []).length > 0;
  const credit = centsFromReais(balance?.uwalBalance ?? 0);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === strings.word && !charging) deletion.mutate();
  };
  return (
    <Page
      title={strings.title}
      onBack={back}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            variant="danger"
            full
            disabled={typed !== strings.word || charging}
            pending={deletion.isPending}
          >
            {strings.confirm}
          </Button>
          <Button full onClick={back}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <Slot of={beforeDeletion} props={offer} />
      {isSettled ? (
        <>
          <p className={styles.lead}>{strings.consequences}</p>
          <ul className={styles.list}>
            <li>{strings.erased}</li>
            <li>{credit > 0 ? strings.creditOf(formatBRL(credit)) : strings.credit}</li>
            <li>{strings.forGood}</li>
          </ul>
          {(charging || conflict) && (
            <p role="alert" className={styles.charging}>
              {strings.charging}
            </p>
          )}
          <form id={id} onSubmit={submit}>
            <Field
              label={strings.field}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                if (conflict) deletion.reset();
              }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </form>
        </>
      ) : (
        <Loading height="18rem" />
      )}
      {deletion.error && !conflict && (
        <Dialog
          title={strings.failed}
          onClose={deletion.reset}
          actions={
            <Button variant="primary" onClick={deletion.reset}>
              {strings.understood}
            </Button>
          }
        />
      )}
    </Page>
  );
}

/** How long the warning waits for the offer, in ms. The remote that has it may be missing. */
const MAX_WAIT_MS = 3_000;

/** Returns whether the offer before the warning has arrived or is late, and the callback for it. */
function useOffer() {
  const hasHost = useAtomValue(slotHostAtom) !== undefined;
  const [isSettled, setSettled] = useState(false);
  const onSettled = useCallback(() => setSettled(true), []);
  useEffect(() => {
    const timer = setTimeout(onSettled, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [onSettled]);
  return { isSettled: isSettled || !hasHost, onSettled };
}

/**
 * Deletes the account, then ends the session and navigates home. If the session ends after a try
 * without a response, the account may be gone: a toast says so on the login.
 */
function useDeletion() {
  const store = useStore();
  const isUnconfirmed = useRef(false);
  const cache = useQueryClient();
  const logOut = useLogOut();
  const toast = useSetAtom(showToastAtom);
  useEffect(
    () =>
      store.sub(expiredAtom, () => {
        if (isUnconfirmed.current && store.get(expiredAtom))
          toast({
            id: TOAST,
            kind: 'info',
            title: strings.mayBeDeleted,
            text: strings.ifNotDeleted,
            // Stays until it is read.
            actions: [{ label: words.close, run: () => {} }],
          });
      }),
    [store, toast],
  );
  return useWrite({
    mutationFn: async () => {
      await writes.deleteUser(await userIdOf(cache));
    },
    onError: (failure) => {
      isUnconfirmed.current ||= failure instanceof ApiError && !failure.isDefinitive;
    },
    onSuccess: () => {
      logOut();
      toast({ id: TOAST, kind: 'info', title: strings.deleted });
    },
  });
}
