import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { Check } from '@shared/ui/icons';
import styles from './auth-notice.module.css';
import { AuthPage, SuccessIcon } from './parts/auth-page.tsx';
import { strings } from './parts/strings.ts';
import { useReturnPathOfLink } from './session/mailed-return-path.ts';

/** The screen that the confirmation mail's link opens. */
export function ConfirmedScreen() {
  useReturnPathOfLink();
  return <AuthNotice title={strings.emailConfirmed} text={strings.emailConfirmedText} />;
}

export const RedefinedScreen = () => (
  <AuthNotice title={strings.passwordRedefined} text={strings.passwordRedefinedText} />
);

function AuthNotice({ title, text }: { title: string; text: string }) {
  return (
    <AuthPage>
      <div className={styles.notice}>
        <SuccessIcon>
          <Check />
        </SuccessIcon>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <ButtonLink variant="primary" full render={<Link to={usePaths().login()} replace />}>
        {strings.toLogin}
      </ButtonLink>
    </AuthPage>
  );
}
