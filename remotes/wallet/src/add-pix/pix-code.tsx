import { formatBRL, formatDateTime, formatTimer } from '@shared/brazil';
import { Button, Page } from '@shared/ui';
import { Check, Copy } from '@shared/ui/icons';
import { useId, useRef } from 'react';
import styles from './pix.module.css';
import { QrPicture } from './qr-picture.tsx';
import { strings } from './strings.ts';
import { useCopy } from './use-copy.ts';

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
        <QrPicture text={code} />
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
