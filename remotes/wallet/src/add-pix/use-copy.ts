import { type RefObject, useEffect, useState } from 'react';
import { writeClipboard } from '../write-clipboard.ts';

/** How long a copy is confirmed (specification, section 9). */
const CONFIRMED_MS = 2000;

type CopyState = 'idle' | 'copied' | 'failed';

/**
 * Copies a text and tells so for 2 s. Where the page may not write to the clipboard (no HTTPS, a browser inside an app)
 * the text is selected in its field and copied the old way; where that fails too, it is left selected.
 */
export function useCopy(field: RefObject<HTMLTextAreaElement | null>) {
  const [state, setState] = useState<CopyState>('idle');
  const [copies, setCopies] = useState(0);

  // Each copy begins its own 2 s.
  useEffect(() => {
    if (state !== 'copied' || copies === 0) return;
    const timer = setTimeout(() => setState('idle'), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [state, copies]);

  async function copy(text: string) {
    const done = (await writeClipboard(text)) || copySelected(field.current);
    setState(done ? 'copied' : 'failed');
    setCopies((before) => before + 1);
  }
  return { state, copy };
}

function copySelected(field: HTMLTextAreaElement | null): boolean {
  field?.select();
  return typeof document.execCommand === 'function' && document.execCommand('copy');
}
