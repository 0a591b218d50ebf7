import { writes } from '@shared/client';
import { email, FormFailure, failureText, useSendForm } from '@shared/forms';
import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Dialog } from '@shared/ui';
import { Mail } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { AlternativeLink, AuthPage, type ShellScreenProps, SuccessIcon } from '../parts/auth-page.tsx';
import { EmailField, typedEmailAtom } from '../parts/email-field.tsx';
import { strings as common } from '../parts/strings.ts';
import { useRequestMail } from '../session/mailed-return-path.ts';
import styles from './forgot-screen.module.css';
import { useResendLock } from './resend-lock.ts';
import { strings } from './strings.ts';

const RULES = { email };

/** Requests the mail with the link to set a new password. */
export function ForgotScreen({ title }: ShellScreenProps) {
  const paths = usePaths();
  const requestMail = useRequestMail();
  const { secondsLeft, lock } = useResendLock();
  const [sentTo, setSentTo] = useState<string>();
  const { field, formProps, submitProps, error } = useSendForm({
    rules: RULES,
    defaultValues: { email: useAtomValue(typedEmailAtom) },
    locked: secondsLeft > 0,
    send: async (values) => {
      await requestMail((appId, path) => writes.requestReset(values.email, appId, path));
      lock();
    },
    next: (_, values) => setSentTo(values.email),
  });

  return (
    <AuthPage title={title}>
      <p className={styles.muted}>{strings.explanation}</p>
      <form {...formProps}>
        <EmailField field={field('email')} autoComplete="username" enterKeyHint="send" />
        <FormFailure>
          {error && failureText(error, { 404: strings.unknown, 429: strings.tooMany })}
        </FormFailure>
        <Button {...submitProps} variant="primary" full>
          {strings.submit}
        </Button>
        {secondsLeft > 0 && (
          <p role="timer" className={styles.muted}>
            {strings.again(secondsLeft)}
          </p>
        )}
      </form>
      <AlternativeLink to={paths.login()} label={strings.backToLogin} />
      {sentTo && (
        <Dialog
          title={strings.sent}
          icon={
            <SuccessIcon>
              <Mail />
            </SuccessIcon>
          }
          onClose={() => setSentTo(undefined)}
          actions={
            <ButtonLink variant="primary" render={<Link to={paths.login()} replace />}>
              {common.toLogin}
            </ButtonLink>
          }
        >
          <p>{strings.sentTo(sentTo)}</p>
        </Dialog>
      )}
    </AuthPage>
  );
}
