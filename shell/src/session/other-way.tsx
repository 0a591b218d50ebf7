import { Link } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import styles from './other-way.module.css';

interface OtherWayProps {
  question?: string;
  to: string;
  label: string;
}

/** Leads to another of these screens, below a form. It takes this one's place in the history: back leaves them all. */
export function OtherWay({ question, to, label }: OtherWayProps) {
  return (
    <div className={styles.way}>
      {question && <p className={styles.question}>{question}</p>}
      <ButtonLink variant="quiet" render={<Link to={to} replace />}>
        {label}
      </ButtonLink>
    </div>
  );
}
