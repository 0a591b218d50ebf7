import { showToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { writeClipboard } from '../write-clipboard.ts';
import { strings } from './strings.ts';

/** Shares a text with the system's share sheet; copies it and shows a toast if that fails. */
export function useShare() {
  const toast = useSetAtom(showToastAtom);
  return async (title: string, text: string) => {
    try {
      await navigator.share({ title, text });
    } catch (error) {
      // The user closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('share', error);
      if (await writeClipboard(text)) toast({ id: 'share', kind: 'success', title: strings.copied });
      else toast({ id: 'share', kind: 'failure', title: strings.shareFailed });
    }
  };
}
