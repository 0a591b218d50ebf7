import { codeOf, request, serverTime, useQuery, useQueryClient, useWrite } from '@shared/client';
import { LOW_BALANCE } from '@shared/contract';
import {
  mayMoveLine,
  type UserWaitingPlace,
  type WaitingPlace,
  waitingCalls,
} from '@shared/contract/waiting-line';
import { useNavigate, usePaths } from '@shared/router';
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
  const navigate = useNavigate();
  const paths = usePaths();
  const addCredit = { label: strings.addCredit, run: () => void navigate(paths.paymentMethods()) };
  /** Reads the place again and shows the result. After a lost response, only the place shows whether it worked. */
  const settle = async (error: unknown, text: string, isDone: (place?: WaitingPlace) => boolean) => {
    await cache.invalidateQueries({ queryKey: KEY });
    const code = codeOf(error);
    if (!error || isDone(cache.getQueryData<UserWaitingPlace>(KEY)?.place))
      return toast({ id: 'line', kind: 'success', title: text });
    const actions = code === LOW_BALANCE ? [addCredit] : [];
    toast({ id: 'line', kind: 'failure', title: REFUSALS.get(code) ?? strings.failed, actions });
  };
  const join = useWrite<unknown, { csId: string; plug: string }>({
    mutationFn: ({ csId, plug }) => request(waitingCalls.joinLine, { body: { csId, Plug: plug } }),
    onSettled: (_, error, { csId, plug }) =>
      settle(error, strings.joined, (place) => place?.csId === csId && place.plug === plug),
  });
  const leave = useWrite<unknown>({
    mutationFn: () => request(waitingCalls.leaveLine, {}),
    onSettled: (_, error) => settle(error, strings.left, (place) => !place),
  });
  return { join, leave };
}
