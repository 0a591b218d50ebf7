import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { Check } from '@shared/ui/icons';
import styles from './auth-notice.module.css';
import { AuthPage } from './auth-page.tsx';
import { strings } from './strings.ts';
import { SuccessIcon } from './success-icon.tsx';

/** Confirms that an account's change is done, and links to the login. */
export function AuthNotice({ title, text }: { title: string; text: string }) {
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
