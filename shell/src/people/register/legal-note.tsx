import { Link, usePaths } from '@shared/router';
import styles from './legal-note.module.css';
import { strings } from './strings.ts';

/** The terms that a new user agrees to. They open in a new tab: the form must keep its values. */
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
