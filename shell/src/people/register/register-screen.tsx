import { codeOf, request, writes } from '@shared/client';
import { guestCalls } from '@shared/contract/guest-charge';
import {
  confirmation,
  email,
  FormFailure,
  failureText,
  fullName,
  PASSWORD_HINT,
  password,
  useSendForm,
} from '@shared/forms';
import { Link, useNavigate, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { Button, Dialog } from '@shared/ui';
import { Field, PasswordField } from '@shared/ui/form-fields';
import { Check } from '@shared/ui/icons';
import { useAtom } from 'jotai';
import { useState } from 'react';
import {
  AlternativeLink,
  AuthPage,
  GuestNote,
  type ShellScreenProps,
  SuccessIcon,
} from '../parts/auth-page.tsx';
import { EmailField, MAX_LENGTHS, typedEmailAtom } from '../parts/email-field.tsx';
import { strings as common } from '../parts/strings.ts';
import { useRequestMail } from '../session/mailed-return-path.ts';
import styles from './register-screen.module.css';
import { strings } from './strings.ts';

/** Code of the refusal while the guest's charge runs. */
const GUEST_CHARGING = 'GUEST_CHARGING';

const RULES = { name: fullName, email, password: password(), confirmation: confirmation(strings.different) };

/**
 * The registration. It ends at the login, with the e-mail filled in. A guest's charge becomes part of the
 * new account, and its driver is logged in.
 */
export function RegisterScreen({ title }: ShellScreenProps) {
  const paths = usePaths();
  const navigate = useNavigate();
  const requestMail = useRequestMail();
  const [typedEmail, setTypedEmail] = useAtom(typedEmailAtom);
  const [session, setSession] = useAtom(sessionAtom);
  /** What a new user is told; undefined until the account is created. */
  const [created, setCreated] = useState<string>();
  const { field, formState, formProps, submitProps, failure } = useSendForm({
    rules: RULES,
    defaultValues: { name: '', email: typedEmail, password: '', confirmation: '' },
    failureOf: (error) =>
      failureText(error, { 409: codeOf(error) === GUEST_CHARGING ? strings.charging : strings.taken }),
    async send({ name, email, password }) {
      const account = { name, email, password };
      if (session.token === undefined)
        return requestMail((appId, path) => writes.register(account, appId, path));
      const { token, user } = await request(guestCalls.createGuestAccount, { body: account });
      // Forgets the guest's token, which ends with this.
      setSession({ status: 'guest' });
      setSession({ status: 'user', token, user });
      return undefined;
    },
    next: (response, values) => {
      if (!response) return;
      setTypedEmail(values.email);
      const { confirmationSent, confirmationNotSent } = strings;
      const text = response.confirmationSent === false ? confirmationNotSent : confirmationSent;
      setCreated(text(response.email || values.email));
    },
  });
  const { touchedFields } = formState;
  const toLogin = () => navigate(paths.login(), { replace: true });

  return (
    <AuthPage title={title}>
      <form {...formProps}>
        <Field
          {...field('name')}
          label={strings.name}
          maxLength={MAX_LENGTHS.name}
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
        />
        <EmailField field={field('email')} autoComplete="email" enterKeyHint="next" />
        <PasswordField
          {...field('password', undefined, { deps: touchedFields.confirmation ? ['confirmation'] : [] })}
          label={strings.password}
          hint={PASSWORD_HINT}
          maxLength={MAX_LENGTHS.password}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          {...field('confirmation')}
          label={strings.confirmation}
          maxLength={MAX_LENGTHS.password}
          autoComplete="new-password"
          enterKeyHint="done"
        />
        {session.token !== undefined && <GuestNote>{strings.takesCharge}</GuestNote>}
        <LegalNote />
        <FormFailure>{failure}</FormFailure>
        <Button {...submitProps} variant="primary" full>
          {strings.submit}
        </Button>
      </form>
      <AlternativeLink question={strings.hasAccount} to={paths.login()} label={strings.login} />
      {created && (
        // Closing it in any way navigates to the login.
        <Dialog
          title={strings.created}
          icon={
            <SuccessIcon>
              <Check />
            </SuccessIcon>
          }
          onClose={toLogin}
          actions={
            <Button variant="primary" onClick={toLogin}>
              {common.toLogin}
            </Button>
          }
        >
          <p>{created}</p>
        </Dialog>
      )}
    </AuthPage>
  );
}

/** The terms that a new user agrees to. They open in a new tab: the form must keep its values. */
function LegalNote() {
  const paths = usePaths();
  return (
    <p className={styles.note}>
      {strings.agreement}{' '}
      <Link to={paths.terms()} target="_blank" rel="noopener">
        {strings.terms}
      </Link>{' '}
      {strings.and}{' '}
      <Link to={paths.privacy()} target="_blank" rel="noopener">
        {strings.privacy}
      </Link>
      .
    </p>
  );
}
