import { useRef } from 'react';
import { useSingleFlight } from './use-single-flight.ts';
import { newKey } from './write-key.ts';
import { sendOnce } from './write-once.ts';

interface WriteInMemory<Input, Body, Result> {
  /** Names what the user wants. Never leaves the memory, so it may contain personal data. */
  intent: (input: Input) => string;
  /** Makes the request's body, once per write. */
  prepare: (input: Input) => Promise<Body>;
  /** Sends the body with the write's idempotency key. */
  write: (body: Body, key: string) => Promise<Result>;
}

/**
 * Like `useWriteOnce`, for contents that must not be stored on the device. Key and body are in this
 * component's memory, and sent again after a lost response for the same intent.
 * @returns a function that throws whatever `prepare` or `write` throws
 */
export function useWriteOnceInMemory<Input, Body, Result>({
  intent,
  prepare,
  write,
}: WriteInMemory<Input, Body, Result>): (input: Input) => Promise<Result> {
  const open = useRef<{ intent: string; body: Body; key: string; wasSent?: true }>(undefined);
  const once = useSingleFlight<Result>();

  async function send(input: Input): Promise<Result> {
    const wanted = intent(input);
    if (open.current?.intent !== wanted)
      open.current = { intent: wanted, body: await prepare(input), key: newKey() };
    const { body, key, wasSent = false } = open.current;
    open.current.wasSent = true;
    return sendOnce(
      () => write(body, key),
      () => {
        open.current = undefined;
      },
      wasSent,
    );
  }
  return (input) => once(() => send(input));
}
