import { Link } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import styles from './alternative-link.module.css';

/** Link between login and password screens. Replaces the entry, so going back leaves them all. */
export function AlternativeLink({ question, to, label }: { question?: string; to: string; label: string }) {
  return (
    <div className={styles.way}>
      {question && <p className={styles.question}>{question}</p>}
      <ButtonLink variant="quiet" render={<Link to={to} replace />}>
        {label}
      </ButtonLink>
    </div>
  );
}
