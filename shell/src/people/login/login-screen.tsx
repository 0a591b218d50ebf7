import { writes } from '@shared/client';
import { email, FormFailure, failureText, password, useSendForm } from '@shared/forms';
import { Link, usePaths } from '@shared/router';
import { sessionAtom, tokenAtom } from '@shared/state';
import { Button } from '@shared/ui';
import { PasswordField } from '@shared/ui/form-fields';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { AlternativeLink, AuthPage, GuestNote, type ShellScreenProps } from '../parts/auth-page.tsx';
import { EmailField, typedEmailAtom } from '../parts/email-field.tsx';
import styles from './login-screen.module.css';
import { strings } from './strings.ts';

const RULES = { email, password: password(strings.passwordRule) };

/** The login screen. Once the session is set, the shell returns to the guest's previous screen. */
export function LoginScreen({ title }: ShellScreenProps) {
  const paths = usePaths();
  const hasCharge = useAtomValue(tokenAtom) !== undefined;
  const setSession = useSetAtom(sessionAtom);
  const [typedEmail, setTypedEmail] = useAtom(typedEmailAtom);
  const { field, formProps, submitProps, error } = useSendForm({
    rules: RULES,
    defaultValues: { email: typedEmail, password: '' },
    send: async (values) => {
      const { token, user } = await writes.login(values);
      setTypedEmail('');
      setSession({ status: 'user', token, user });
    },
  });

  return (
    <AuthPage title={title}>
      <form {...formProps}>
        <EmailField field={field('email')} autoComplete="username" enterKeyHint="next" />
        <PasswordField
          {...field('password')}
          label={strings.password}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <Link to={paths.forgotPassword()} replace className={styles.forgotten}>
          {strings.forgotten}
        </Link>
        {hasCharge && <GuestNote>{strings.keepsCharge}</GuestNote>}
        <FormFailure>{error && failureText(error, { 404: strings.wrong })}</FormFailure>
        <Button {...submitProps} variant="primary" full>
          {strings.submit}
        </Button>
      </form>
      <AlternativeLink question={strings.noAccount} to={paths.register()} label={strings.register} />
    </AuthPage>
  );
}
