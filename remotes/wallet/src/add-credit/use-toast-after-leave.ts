import { orderToastId, type Session, sessionAtom, showToastAtom } from '@shared/state';
import { useStore } from 'jotai';
import { hasMessage, type Outcome } from './outcome.ts';
import { results } from './strings.ts';

const tokenOf = (session: Session) => (session.status === 'user' ? session.token : undefined);

/**
 * Returns a function to call when a top-up begins. The function it returns reports the outcome in a
 * toast if the user has left the screen meanwhile, but only in the same session. The toast shares
 * its id with the live message's toast for the same attempt. An order still in progress is left to
 * the live message.
 */
export function useToastAfterLeave() {
  const store = useStore();
  return () => {
    const token = tokenOf(store.get(sessionAtom));
    return (attempt: string, outcome: Outcome) => {
      if (!hasMessage(outcome) || outcome === 'processing') return;
      if (tokenOf(store.get(sessionAtom)) !== token) return;
      const { title, text, close } = results[outcome];
      const actions = [{ label: close, run: () => {} }];
      store.set(showToastAtom, { id: orderToastId(attempt), kind: 'failure', title, text, actions });
    };
  };
}
