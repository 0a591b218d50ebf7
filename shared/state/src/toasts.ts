import { atom } from 'jotai';

let shown = 0;

export interface Toast {
  id: string;
  kind: 'success' | 'failure' | 'info';
  title: string;
  text?: string | undefined;
  actions?: { label: string; run: () => void }[];
}

/** Toasts on screen, oldest first. The host renders them. */
export const toastsAtom = atom<Toast[]>([]);

const OF_ORDER = 'order:';
/** Id of the toast about a top-up's outcome. `key` is the order's idempotency key. */
export const orderToastId = (key: string) => `${OF_ORDER}${key}`;
export const isOrderToast = ({ id }: Toast) => id.startsWith(OF_ORDER);

/** Shows a toast; replaces one with the same id, so that an outcome is not reported twice. */
export const showToastAtom = atom(null, (get, set, toast: Omit<Toast, 'id'> & { id?: string }) => {
  const id = toast.id ?? `toast-${++shown}`;
  set(toastsAtom, [...get(toastsAtom).filter((other) => other.id !== id), { ...toast, id }]);
});
export const dismissToastAtom = atom(null, (get, set, id: string) => {
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  );
});
