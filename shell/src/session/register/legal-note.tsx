import { Link, usePaths } from '@shared/router';
import styles from './legal-note.module.css';
import { strings } from './strings.ts';

/** What whoever makes an account agrees to; read in a tab of its own, so that nothing typed is lost. */
export function LegalNote() {
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
