import { codeOf, request, serverTime, useQuery, useQueryClient, useWrite } from '@shared/client';
import { LOW_BALANCE } from '@shared/contract';
import {
  mayMoveLine,
  type UserWaitingPlace,
  type WaitingPlace,
  waitingCalls,
} from '@shared/contract/waiting-line';
import { liveConnectionAtom, showToastAtom, useLiveEvent } from '@shared/state';
import { useNow } from '@shared/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { strings } from './strings.ts';

const REFUSALS = new Map<string | undefined, string>([
  ['CONNECTOR_FREE', strings.isFree],
  [LOW_BALANCE, strings.lowBalance],
]);
const KEY = [waitingCalls.waitingPlace.path];
/** Polling intervals while the user waits, with and without a live connection. A turn lasts minutes. */
const LIVE_POLL_MS = 60_000;
const POLL_MS = 5_000;

/** Reads the user's place. Without data there is no line: the backend may lack the call. */
export function usePlace() {
  const cache = useQueryClient();
  const pollMs = useAtomValue(liveConnectionAtom) === 'open' ? LIVE_POLL_MS : POLL_MS;
  const query = useQuery<UserWaitingPlace>({
    queryKey: KEY,
    queryFn: ({ signal }) => request(waitingCalls.waitingPlace, { signal }),
    refetchInterval: ({ state }) => state.data?.place !== undefined && pollMs,
  });
  useLiveEvent((event) => {
    if (query.data?.place && mayMoveLine(event)) void cache.invalidateQueries({ queryKey: KEY });
  });
  return query;
}

/** Returns the minutes that are left of a turn, rounded up; 0 if it is over. */
export function useMinutesLeft(turn: WaitingPlace['turn']): number {
  const now = serverTime(useNow(1_000));
  return turn ? Math.max(0, Math.ceil((Date.parse(turn.until) - now) / 60_000)) : 0;
}

/** Changes of the user's place, each with a toast. */
export function useLineWrites() {
  const cache = useQueryClient();
  const toast = useSetAtom(showToastAtom);
  const settle = () => cache.invalidateQueries({ queryKey: KEY });
  const show = (kind: 'success' | 'failure', title: string) => toast({ id: 'line', kind, title });
  const join = useWrite<unknown, { csId: string; plug: string }>({
    mutationFn: ({ csId, plug }) => request(waitingCalls.joinLine, { body: { csId, Plug: plug } }),
    onSuccess: () => show('success', strings.joined),
    onError: (error) => show('failure', REFUSALS.get(codeOf(error)) ?? strings.failed),
    onSettled: settle,
  });
  const leave = useWrite<unknown>({
    mutationFn: () => request(waitingCalls.leaveLine, {}),
    onSuccess: () => show('success', strings.left),
    onError: () => show('failure', strings.failed),
    onSettled: settle,
  });
  return { join, leave };
}
