import type { ReactNode } from 'react';
import { FailureState } from './empty-state.tsx';
import { Loading } from './skeleton.tsx';

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
