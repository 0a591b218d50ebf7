import { type QueryResult, useQuery } from '@shared/client';
import { useWake } from './use-wake.ts';

/** Poll interval of the boards. */
export const POLL_MS = 30_000;

/** Polls the data of a board. TanStack Query skips a poll while one is in flight. */
export function useBoard<Data>(read: Parameters<typeof useQuery<Data>>[0]): QueryResult<Data> {
  const board = useQuery({
    ...read,
    refetchInterval: POLL_MS,
    // A TV's browser may report the page as hidden.
    refetchIntervalInBackground: true,
  });
  useWake(() => void board.refetch({ cancelRefetch: false }));
  return board;
}
