import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A write that a screen makes, one at a time: the second of two taps in one moment comes before `isPending` does, and is
 * let go.
 *
 * What has to happen even where the screen was left, such as a toast, stands in the options; what is the screen's, such
 * as leading on, is given to `mutate` and forgotten with the screen.
 */
export function useWrite<Answer, Input = void>(options: UseMutationOptions<Answer, Error, Input>) {
  const running = useRef(false);
  const { mutate, isPending, isError, error, reset } = useMutation({
    ...options,
    onSettled: (...settled) => {
      running.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const write: typeof mutate = (...given) => {
    if (running.current) return;
    running.current = true;
    mutate(...given);
  };
  return { mutate: write, isPending, isError, error, reset };
}
