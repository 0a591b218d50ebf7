import { dismissToastAtom, toastsAtom } from '@shared/state';
import { ToastRegion } from '@shared/ui';
import { useAtomValue, useSetAtom } from 'jotai';

/** Renders the toasts of all screens. */
export function Toasts() {
  return <ToastRegion toasts={useAtomValue(toastsAtom)} onDismiss={useSetAtom(dismissToastAtom)} />;
}
