import { ApiError, queries, useQuery, useQueryClient, writes } from '@shared/client';
import {
  confirmation,
  FormFailure,
  failureText,
  MAX_PASSWORD,
  PASSWORD_HINT,
  password,
  required,
  useSendForm,
} from '@shared/forms';
import { useBack, useParams, usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { Button, Loading, Page } from '@shared/ui';
import { PasswordField } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { strings } from './strings.ts';

/** Marks a wrong current password, in the code or the message of the server's error. */
const INCORRECT = 'Incorrect password';

/** Screen for changing the password, or for setting the first one. */
export function Component() {
  const reportedHasPassword = useHasPassword();
  // The server decides whether the current password is needed. The route may be outdated: the first
  // password may have been set in the meantime.
  const [isCurrentRequired, setIsCurrentRequired] = useState(false);
  const hasPassword = isCurrentRequired || reportedHasPassword;
  const back = useBack(usePaths().userProfile());
  return (
    <Page title={hasPassword === false ? strings.newTitle : strings.title} onBack={back}>
      {hasPassword === undefined ? (
        <Loading height="18rem" />
      ) : (
        <PasswordForm
          hasPassword={hasPassword}
          onIncorrect={() => setIsCurrentRequired(true)}
          onSaved={back}
        />
      )}
    </Page>
  );
}

/**
 * Returns whether the account has a password, from the route or otherwise from the profile; true if
 * the profile fails to load. Undefined while the profile loads, because switching forms would lose
 * the input.
 */
function useHasPassword(): boolean | undefined {
  const { hasPassword } = useParams();
  const { data, isPending } = useQuery({ ...queries.userProfile(), enabled: hasPassword === undefined });
  if (hasPassword !== undefined) return hasPassword !== 'false';
  return isPending ? undefined : data?.hasPassword !== false;
}

const FIRST_PASSWORD = { password: password(), confirmation: confirmation(strings.differs) };
const CHANGED_PASSWORD = { ...FIRST_PASSWORD, current: required };

interface PasswordFormProps {
  hasPassword: boolean;
  /** The server rejected the current password as wrong or missing. */
  onIncorrect: () => void;
  onSaved: () => void;
}

function PasswordForm({ hasPassword, onIncorrect, onSaved }: PasswordFormProps) {
  const toast = useSetAtom(showToastAtom);
  const cache = useQueryClient();
  /** Password that an earlier try may have set although its response was lost. */
  const unconfirmed = useRef<string>(undefined);
  const { field, formState, formProps, submitProps, failure } = useSendForm({
    rules: hasPassword ? CHANGED_PASSWORD : FIRST_PASSWORD,
    defaultValues: { current: '', password: '', confirmation: '' },
    send: async ({ current, password: newPassword }) => {
      const change = (oldPassword?: string) => writes.changePassword({ oldPassword, newPassword });
      try {
        await change(hasPassword ? current : undefined).catch((failure: unknown) => {
          if (!isIncorrect(failure) || unconfirmed.current === undefined) throw failure;
          return change(unconfirmed.current);
        });
      } catch (failure) {
        if (isIncorrect(failure)) onIncorrect();
        if (failure instanceof ApiError && !failure.isDefinitive) unconfirmed.current = newPassword;
        throw failure;
      }
    },
    onSent: () => {
      void cache.invalidateQueries({ queryKey: queries.userProfile().queryKey });
      toast({ id: 'password', kind: 'success', title: strings.saved });
    },
    failureOf: (error) => (isIncorrect(error) ? strings.incorrect : failureText(error)),
    next: onSaved,
  });
  return (
    <form {...formProps}>
      {hasPassword && (
        <PasswordField {...field('current')} label={strings.current} autoComplete="current-password" />
      )}
      <PasswordField
        {...field('password', undefined, {
          deps: formState.touchedFields.confirmation ? ['confirmation'] : [],
        })}
        label={strings.password}
        hint={PASSWORD_HINT}
        maxLength={MAX_PASSWORD}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmation')}
        label={strings.confirmation}
        maxLength={MAX_PASSWORD}
        autoComplete="new-password"
      />
      <FormFailure>{failure}</FormFailure>
      <Button {...submitProps} variant="primary" full>
        {strings.save}
      </Button>
    </form>
  );
}

const isIncorrect = (error: unknown) =>
  error instanceof ApiError && (error.detail.includes(INCORRECT) || error.code.includes(INCORRECT));
