import { useRef } from 'react';
import { sendAttempt } from './attempt.ts';
import { newKey } from './attempt-key.ts';
import { useSingleFlight } from './use-single-flight.ts';

interface AttemptInMemory<Input, Body, Result> {
  /** Names what the user wants. Never leaves the memory, so it may contain personal data. */
  intent: (input: Input) => string;
  /** Makes the request's body, once per attempt. */
  prepare: (input: Input) => Promise<Body>;
  /** Sends the body with the attempt's idempotency key. */
  write: (body: Body, key: string) => Promise<Result>;
}

/**
 * Like `useAttempt`, for a write whose contents must not be stored on the device. Key and body are
 * in this component's memory, and sent again after a lost response for the same intent.
 * @returns a function that throws whatever `prepare` or `write` throws
 */
export function useAttemptInMemory<Input, Body, Result>({
  intent,
  prepare,
  write,
}: AttemptInMemory<Input, Body, Result>): (input: Input) => Promise<Result> {
  const open = useRef<{ intent: string; body: Body; key: string; wasSent?: true }>(undefined);
  const once = useSingleFlight<Result>();

  async function send(input: Input): Promise<Result> {
    const wanted = intent(input);
    if (open.current?.intent !== wanted)
      open.current = { intent: wanted, body: await prepare(input), key: newKey() };
    const { body, key, wasSent = false } = open.current;
    open.current.wasSent = true;
    return sendAttempt(
      () => write(body, key),
      () => {
        open.current = undefined;
      },
      wasSent,
    );
  }
  return (input) => once(() => send(input));
}
