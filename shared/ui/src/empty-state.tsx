import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
import { TriangleAlert } from './icons.ts';
import { strings } from './strings.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What isn't there, in the specification's words. */
  title: ReactNode;
  children?: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** A list or a screen with nothing in it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}

interface FailureStateProps {
  /** What happened. */
  message: ReactNode;
  /** What it means for the person's money or car, and what to do. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** It is being tried again. */
  retrying?: boolean;
  onBack?: (() => void) | undefined;
}

/** What stands where something couldn't be loaded, with 'Tentar novamente' and, if there is a way, 'Voltar'. */
export function FailureState({ message, children, onRetry, retrying = false, onBack }: FailureStateProps) {
  return (
    <div className={styles.state} role="alert">
      <div className={styles.icon} data-failure>
        <TriangleAlert />
      </div>
      <p className={styles.title}>{message}</p>
      {children && <div className={styles.text}>{children}</div>}
      <div className={styles.actions}>
        {onRetry && (
          <Button onClick={onRetry} pending={retrying}>
            {strings.retry}
          </Button>
        )}
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {strings.back}
          </Button>
        )}
      </div>
    </div>
  );
}
