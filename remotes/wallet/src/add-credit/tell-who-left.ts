import { orderToastId, type Session, sessionAtom, showToastAtom } from '@shared/state';
import { useStore } from 'jotai';
import { isTold, type Outcome } from './outcome.ts';
import { results } from './strings.ts';

const tokenOf = (session: Session) => (session.status === 'user' ? session.token : undefined);

/**
 * For a top-up whose screen is left before its answer comes. To be called as the top-up begins; what it answers tells
 * the end by a toast, to the same user alone, and in place of what the live message has told of the same attempt. What is
 * still on its way that message will tell.
 */
export function useTellWhoLeft() {
  const store = useStore();
  return () => {
    const token = tokenOf(store.get(sessionAtom));
    return (attempt: string, outcome: Outcome) => {
      if (!isTold(outcome) || outcome === 'processing') return;
      if (tokenOf(store.get(sessionAtom)) !== token) return;
      const { title, text, close } = results[outcome];
      const actions = [{ label: close, run: () => {} }];
      store.set(showToastAtom, { id: orderToastId(attempt), kind: 'failure', title, text, actions });
    };
  };
}
