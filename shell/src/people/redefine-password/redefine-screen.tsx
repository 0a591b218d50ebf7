import { withoutSpaces } from '@shared/brazil';
import { ApiError, statusOf, writes } from '@shared/client';
import { confirmation, FormFailure, failureText, PASSWORD_HINT, password, useSendForm } from '@shared/forms';
import { Navigate, useLocation, useNavigate, useParams, usePaths, useSearchParams } from '@shared/router';
import { Button } from '@shared/ui';
import { PasswordField } from '@shared/ui/form-fields';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AlternativeLink, AuthPage } from '../parts/auth-page.tsx';
import { MAX_LENGTHS } from '../parts/email-field.tsx';
import { strings as commonStrings } from '../parts/strings.ts';
import { storeReturnPath } from '../session/return-path.ts';
import { strings } from './strings.ts';

const RULES = { password: password(), confirmation: confirmation(strings.different) };

/** A backend may return the path that was passed to the request for the mail, or anything else. */
const ResetResponse = z.object({ returnTo: z.string() });

/** Statuses for a token that is unknown or no longer accepted. */
const LINK_SPENT: Readonly<Record<number, string>> = {
  400: strings.linkSpent,
  403: strings.linkSpent,
  404: strings.linkSpent,
  410: strings.linkSpent,
};

/** Sets a new password with the token of a mail, which is in the fragment, the path or the query. */
export function RedefineScreen() {
  const [search] = useSearchParams();
  const inFragment = decodeFragment(useLocation().hash);
  const token = useParams().token ?? (inFragment || search.get('token'));
  const forgotPassword = usePaths().forgotPassword();
  return token ? <RedefineForm token={token} /> : <Navigate to={forgotPassword} replace />;
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** The form for a new password. `token` comes from the mail. */
function RedefineForm({ token }: { token: string }) {
  const paths = usePaths();
  const navigate = useNavigate();
  // The response to an earlier request was lost, so this link may have changed the password.
  const [mayBeChanged, setMayBeChanged] = useState(false);
  const { field, formState, formProps, submitProps, error } = useSendForm({
    rules: RULES,
    defaultValues: { password: '', confirmation: '' },
    send: (values) =>
      writes.resetPassword({ password: values.password, token }).catch((failure: unknown) => {
        if (!(failure instanceof ApiError && failure.isDefinitive)) setMayBeChanged(true);
        throw failure;
      }),
    next: (response) => {
      const returnTo = ResetResponse.safeParse(response).data?.returnTo;
      if (returnTo) storeReturnPath(returnTo);
      navigate(paths.passwordRedefined(), { replace: true });
    },
  });
  const { touchedFields } = formState;
  const isSpent = LINK_SPENT[statusOf(error)] !== undefined;
  const isChanged = isSpent && mayBeChanged;

  return (
    <AuthPage title={strings.title}>
      <form {...formProps}>
        <PasswordField
          {...field('password', withoutSpaces, { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
          label={strings.password}
          hint={PASSWORD_HINT}
          maxLength={MAX_LENGTHS.password}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          {...field('confirmation', withoutSpaces)}
          label={strings.confirmation}
          maxLength={MAX_LENGTHS.password}
          autoComplete="new-password"
          enterKeyHint="done"
        />
        <FormFailure>
          {isChanged ? strings.mayBeChanged : error && failureText(error, LINK_SPENT)}
        </FormFailure>
        <Button {...submitProps} variant="primary" full>
          {strings.submit}
        </Button>
      </form>
      {isChanged && <AlternativeLink to={paths.login()} label={commonStrings.toLogin} />}
      {isSpent && <AlternativeLink to={paths.forgotPassword()} label={strings.newLink} />}
    </AuthPage>
  );
}
