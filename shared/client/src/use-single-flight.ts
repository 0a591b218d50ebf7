import { useRef } from 'react';

/**
 * Returns a function that starts a task, or, while an earlier one is pending, returns that one's
 * promise. State updates only after a render; the ref catches a second tap before that.
 */
export function useSingleFlight<Result>(): (start: () => Promise<Result>) => Promise<Result> {
  const running = useRef<Promise<Result>>(undefined);
  return (start) => {
    running.current ??= start().finally(() => {
      running.current = undefined;
    });
    return running.current;
  };
}
