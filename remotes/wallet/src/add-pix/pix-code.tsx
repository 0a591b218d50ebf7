import { formatBRL, formatDateTime, formatTimer } from '@shared/brazil';
import { Button, Page } from '@shared/ui';
import { Check, Copy } from '@shared/ui/icons';
import { QrPicture } from '@shared/ui/qr-picture';
import { writeClipboard } from '@shared/ui/share';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import styles from './pix.module.css';
import { strings } from './strings.ts';

interface PixCodeProps {
  /** Integer cents, if known. */
  amount: number | undefined;
  code: string;
  /** Expiry of the code and current server time, in ms since 1970. */
  dueAt: number | undefined;
  now: number;
  onBack: () => void;
}

/** Shows a Pix code as QR code and text with its validity, and a button to copy it. */
export function PixCode({ amount, code, dueAt, now, onBack }: PixCodeProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, copy } = useCopy(field);
  return (
    <Page
      title={strings.title}
      onBack={onBack}
      actions={
        <>
          <p role="alert" className={styles.failed}>
            {state === 'failed' && strings.copyFailed}
          </p>
          <Button
            variant="primary"
            full
            icon={state === 'copied' ? <Check /> : <Copy />}
            onClick={() => copy(code)}
          >
            <span aria-live="polite">{state === 'copied' ? strings.copied : strings.copy}</span>
          </Button>
        </>
      }
    >
      <div className={styles.pix}>
        {amount !== undefined && <p className={styles.amount}>{formatBRL(amount)}</p>}
        {dueAt !== undefined && (
          <p className={styles.validity}>
            <span>{strings.validUntil(formatDateTime(dueAt))}</span>
            <span role="timer" className={styles.left}>
              {strings.timeLeft(clock((dueAt - now) / 1000))}
            </span>
          </p>
        )}
        <QrPicture
          text={code}
          label={strings.qr}
          failure={<p className={styles.hint}>{strings.qrFailed}</p>}
        />
        <p className={styles.hint}>{strings.scan}</p>
        <div className={styles.text}>
          <label htmlFor={id} className={styles.label}>
            {strings.code}
          </label>
          <textarea
            ref={field}
            id={id}
            className={styles.code}
            value={code}
            rows={5}
            readOnly
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
        </div>
      </div>
    </Page>
  );
}

/** `mm:ss`, with hours only if there are any. */
const clock = (seconds: number) => formatTimer(seconds).replace(/^00:/, '');

/** How long a successful copy is confirmed. */
const CONFIRMED_MS = 2000;

type CopyState = 'idle' | 'copied' | 'failed';

/**
 * Copies a text and confirms it for 2 s. If writing to the clipboard fails (no HTTPS, in-app
 * browser), selects the text in its field and falls back to `execCommand`; if that fails too, the
 * text stays selected.
 */
function useCopy(field: RefObject<HTMLTextAreaElement | null>) {
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
