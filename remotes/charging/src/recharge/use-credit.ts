import { centsFromReais } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import type { GuestCharge } from '@shared/contract/guest-charge';
import { isLoggedInAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useGuestCharge } from '../guest/use-guest-charge.ts';

/** Returns what pays the charge, in BRL: the user's balance, or what the guest's charge may spend. */
export function useCredit(): number | undefined {
  const isUser = useAtomValue(isLoggedInAtom);
  const balance = useQuery({ ...queries.balance(), enabled: isUser });
  const { data: charge } = useGuestCharge();
  return isUser ? balance.data?.uwalBalance : charge && spendableOf(charge);
}

/** A second payment goes back at once; if the bank refuses that, the charge may spend it. */
function spendableOf({ amount, back }: GuestCharge): number {
  const gone = back.filter(({ state }) => state !== 'rejected');
  return gone.reduce((cents, part) => cents - centsFromReais(part.amount), centsFromReais(amount)) / 100;
}
