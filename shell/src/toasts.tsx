import { dismissToastAtom, toastsAtom } from '@shared/state';
import { ToastRegion } from '@shared/ui';
import { useAtomValue, useSetAtom } from 'jotai';

/** The one place where toasts are shown, whichever screen asked for them. */
export function Toasts() {
  return <ToastRegion toasts={useAtomValue(toastsAtom)} onDismiss={useSetAtom(dismissToastAtom)} />;
}
