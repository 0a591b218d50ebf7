import { formatBRL, formatDateTime, formatTimer } from '@shared/brazil';
import type { Order } from '@shared/contract';
import { Button } from '@shared/ui';
import { Check, Copy } from '@shared/ui/icons';
import { useId, useRef } from 'react';
import { amountOf } from '../order-data.ts';
import styles from './pix.module.css';
import { QrPicture } from './qr-picture.tsx';
import { strings } from './strings.ts';
import { useCopy } from './use-copy.ts';

interface PixCodeProps {
  order: Order;
  code: string;
  /** Until when it can be paid, and the present; ms since 1970. */
  dueAt: number | undefined;
  now: number;
}

/** A Pix code as a picture and as text, and how long it is valid. */
export function PixCode({ order, code, dueAt, now }: PixCodeProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, copy } = useCopy(field);
  const amount = amountOf(order);
  return (
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
          rows={4}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          full
          icon={state === 'copied' ? <Check /> : <Copy />}
          onClick={() => copy(code)}
        >
          <span aria-live="polite">{state === 'copied' ? strings.copied : strings.copy}</span>
        </Button>
        <p role="alert" className={styles.failed}>
          {state === 'failed' && strings.copyFailed}
        </p>
      </div>
      <p className={styles.hint}>{strings.waiting}</p>
    </div>
  );
}

/** Minutes and seconds; hours too where there are any. */
const clock = (seconds: number) => formatTimer(seconds).replace(/^00:/, '');
