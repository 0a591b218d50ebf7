import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { TriangleAlert } from '../icons.ts';
import { words } from '../strings.ts';
import styles from './empty-state.module.css';
import { Loading } from './skeleton.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What is missing. */
  title: ReactNode;
  children?: ReactNode;
  /** What the user can do about it. */
  action?: ReactNode;
}

/** Placeholder for an empty list or screen. */
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
  /** Consequences for the user's money or car, and what to do. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** A retry is pending. */
  retrying?: boolean;
  onBack?: (() => void) | undefined;
}

/**
 * Replaces content that failed to load: with `onRetry`, under the title 'Falha' and with 'Tentar
 * novamente'. Optionally with 'Voltar'.
 */
export function FailureState({ message, children, onRetry, retrying = false, onBack }: FailureStateProps) {
  return (
    <div className={styles.state} role="alert">
      <div className={styles.icon} data-failure>
        <TriangleAlert />
      </div>
      <p className={styles.title}>{onRetry ? words.failure : message}</p>
      {onRetry && <p className={styles.text}>{message}</p>}
      {children && <div className={styles.text}>{children}</div>}
      <div className={styles.actions}>
        {onRetry && (
          <Button onClick={onRetry} pending={retrying}>
            {words.retry}
          </Button>
        )}
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {words.back}
          </Button>
        )}
      </div>
    </div>
  );
}

interface QueryStateProps {
  /** The query, as `useQuery` returns it. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
  failure: ReactNode;
  onBack?: () => void;
  /** Height of the skeleton, as a CSS length. */
  height?: string;
  /** Skeletons to show instead of a single one. */
  children?: ReactNode;
}

/** Placeholder for a query without data: skeletons, or the failure with a retry button. */
export function QueryState({ query, failure, onBack, height, children }: QueryStateProps) {
  if (!query.isError) return <Loading height={height}>{children}</Loading>;
  return (
    <FailureState
      message={failure}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
      onBack={onBack}
    />
  );
}
