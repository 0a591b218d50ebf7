import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useSingleFlight } from './use-single-flight.ts';

/**
 * A mutation that ignores the second tap of a double tap, which comes before `isPending` is
 * rendered. Callbacks in the options run even after unmount, such as for a toast; those passed to
 * `mutate` run only while mounted, such as to navigate.
 */
export function useWrite<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const { mutate, mutateAsync, isPending, isError, error, reset } = useMutation(options);
  const once = useSingleFlight<Result>();
  const write: typeof mutate = (...given) => {
    // The failure is in `error`.
    once(() => mutateAsync(...given)).catch(() => {});
  };
  return { mutate: write, isPending, isError, error, reset };
}
