import { writeClipboard } from '@shared/ui/share';
import { type RefObject, useEffect, useState } from 'react';

/** How long a successful copy is confirmed. */
const CONFIRMED_MS = 2000;

type CopyState = 'idle' | 'copied' | 'failed';

/**
 * Copies a text and confirms it for 2 s. If writing to the clipboard fails (no HTTPS, in-app
 * browser), selects the text in its field and falls back to `execCommand`; if that fails too, the
 * text stays selected.
 */
export function useCopy(field: RefObject<HTMLTextAreaElement | null>) {
  const [state, setState] = useState<CopyState>('idle');
  const [copies, setCopies] = useState(0);

  // Each copy restarts the timer.
  useEffect(() => {
    if (state !== 'copied' || copies === 0) return;
    const timer = setTimeout(() => setState('idle'), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [state, copies]);

  async function copy(text: string) {
    const isCopied = (await writeClipboard(text)) || copySelected(field.current);
    setState(isCopied ? 'copied' : 'failed');
    setCopies((count) => count + 1);
  }
  return { state, copy };
}

function copySelected(field: HTMLTextAreaElement | null): boolean {
  field?.select();
  return typeof document.execCommand === 'function' && document.execCommand('copy');
}
