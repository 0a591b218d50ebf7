// Imported by package name: each remote bundles this file, but all share `@shared/client`.
import { queries, useQueryClient } from '@shared/client';
import { userIdAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { useSingleFlight } from './use-single-flight.ts';
import { userIdOf } from './user-id.ts';
import { joinWrite, writeOnce } from './write-once.ts';

interface WriteOnce<Input, Outcome> {
  /** Names what the user wants, for `writeOnce`. Never contains personal data. */
  intent: (userId: string, input: Input) => string;
  /** Sends the request with the write's idempotency key. */
  write: (input: Input, key: string) => Promise<Outcome>;
  /** Returns true for an outcome that doesn't say whether the write takes effect (`writeOnce`). */
  isUndecided?: (outcome: Outcome) => boolean;
  /** Maps a failure to an outcome. The write may have succeeded, or may not have been sent. */
  failed: (error: unknown, input: Input) => Outcome;
  /** Called once per outcome, even after unmount; the write is pending until it resolves. */
  settled?: (outcome: Outcome, input: Input) => unknown;
}

/**
 * A write that costs money or must not be repeated: runs once per user and intent (`writeOnce`).
 * `outcome` is that of the last run until `reset`.
 */
export function useWriteOnce<Input, Outcome>(options: WriteOnce<Input, Outcome>) {
  const { intent, write, isUndecided, failed, settled } = options;
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const once = useSingleFlight<Outcome>();
  const joined = useRef<string>(undefined);

  async function send(input: Input): Promise<Outcome> {
    const key = joined.current;
    joined.current = undefined;
    try {
      const user = userId ?? (await userIdOf(client));
      return await writeOnce(intent(user, input), (sent) => write(input, sent), key, isUndecided);
    } catch (error) {
      console.warn('write', error);
      return failed(error, input);
    }
  }

  async function runOnce(input: Input): Promise<Outcome> {
    setPending(true);
    try {
      const result = await send(input);
      await settled?.(result, input);
      setOutcome(() => result);
      return result;
    } finally {
      setPending(false);
    }
  }

  return {
    /** Sends nothing while an earlier run is pending, but resolves with its outcome. */
    run: (input: Input): Promise<Outcome> => once(() => runOnce(input)),
    /** Creates or reuses the key of the next run. Called when the confirmation opens. */
    join: (input: Input) => {
      const user = userId ?? client.getQueryData(queries.userProfile().queryKey)?.id;
      joined.current = user === undefined ? undefined : joinWrite(intent(user, input));
    },
    pending,
    outcome,
    reset: () => setOutcome(undefined),
  };
}
