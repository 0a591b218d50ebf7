import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that ignores the second tap of a double tap, which comes before `isPending` is
 * rendered. Callbacks in the options run even after unmount, such as for a toast; those passed to
 * `mutate` run only while mounted, such as to navigate.
 */
export function useWrite<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
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
