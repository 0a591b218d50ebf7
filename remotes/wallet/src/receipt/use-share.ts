import { showToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { writeClipboard } from '../write-clipboard.ts';
import { strings } from './strings.ts';

/** Shares a text by the phone's own sheet; where that fails it is copied, and the person told so. */
export function useShare() {
  const toast = useSetAtom(showToastAtom);
  return async (title: string, text: string) => {
    try {
      await navigator.share({ title, text });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('share', error);
      if (await writeClipboard(text)) toast({ id: 'share', kind: 'success', title: strings.copied });
      else toast({ id: 'share', kind: 'failure', title: strings.shareFailed });
    }
  };
}
