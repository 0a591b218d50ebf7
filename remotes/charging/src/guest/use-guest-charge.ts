import { queries, request, useQuery } from '@shared/client';
import type { GuestCharge } from '@shared/contract/guest-charge';
import { sessionAtom } from '@shared/state';
import { useAtomValue } from 'jotai';

/** Polling interval of a guest's charge until all of its money is spent or back, in ms. */
const POLL_MS = 5_000;

/**
 * Reads the charge of a guest's session. Its key is below that of the balance, so that whatever may
 * change the balance refetches it, too.
 * @param polls whether to follow what no event reports, such as a start or money that goes back
 */
export function useGuestCharge(polls = false) {
  const { status, token } = useAtomValue(sessionAtom);
  return useQuery<GuestCharge>({
    queryKey: [...queries.balance().queryKey, 'guestCharge'],
    async queryFn({ signal }) {
      // Drivers with an account don't load its schemas.
      const { guestCalls } = await import('@shared/contract/guest-charge');
      return request(guestCalls.guestCharge, { signal });
    },
    enabled: status === 'guest' && token !== undefined,
    refetchInterval: ({ state: { data } }) => polls && !isSettled(data) && POLL_MS,
  });
}

function isSettled(charge: GuestCharge | undefined): boolean {
  if (!charge || !['refused', 'ended'].includes(charge.state ?? '')) return false;
  const back = charge.back
    .filter(({ state }) => state === 'done')
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.round(((charge.spent ?? 0) + back) * 100) >= Math.round(charge.amount * 100);
}
