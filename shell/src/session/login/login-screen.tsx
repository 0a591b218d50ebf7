import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, writes } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { Button, Field, Page, PasswordField } from '@shared/ui';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import { LoginForm, loginFailure, tidyEmail } from './login-form.ts';
import styles from './login-screen.module.css';
import { strings } from './strings.ts';

/** The login screen. Once the session is set, the shell leads back to where the guest was. */
export function LoginScreen() {
  const setSession = useSetAtom(sessionAtom);
  const { register, handleSubmit, formState } = useForm<LoginForm>({
    resolver: zodResolver(LoginForm),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const login = useMutation({
    mutationFn: writes.login,
    onSuccess: ({ token, user }) => setSession({ status: 'user', token, user }),
  });
  const email = register('email');

  return (
    <Page>
      <form className={styles.form} noValidate onSubmit={handleSubmit((values) => login.mutate(values))}>
        <h1 className={styles.title}>{strings.title}</h1>
        <Field
          {...email}
          onChange={(event) => {
            tidyEmail(event.target);
            return email.onChange(event);
          }}
          label={strings.email}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
        />
        <PasswordField
          {...register('password')}
          label={strings.password}
          autoComplete="current-password"
          error={formState.errors.password?.message}
        />
        <p role="alert" className={styles.failure}>
          {login.error && loginFailure(login.error)}
        </p>
        <Button type="submit" variant="primary" full disabled={!formState.isValid} pending={login.isPending}>
          {strings.submit}
        </Button>
      </form>
    </Page>
  );
}
