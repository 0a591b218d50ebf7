import { showToastAtom } from '@shared/state';
import { share } from '@shared/ui/share';
import { useSetAtom } from 'jotai';
import { strings } from './strings.ts';

/** Shares a text with the system's share sheet; copies it and shows a toast if that fails. */
export function useShare() {
  const toast = useSetAtom(showToastAtom);
  return async (title: string, text: string) => {
    const outcome = await share({ title, text });
    if (outcome === 'copied') toast({ id: 'share', kind: 'success', title: strings.copied });
    if (outcome === 'failed') toast({ id: 'share', kind: 'failure', title: strings.shareFailed });
  };
}
