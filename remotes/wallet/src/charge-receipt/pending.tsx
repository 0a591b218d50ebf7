import { Button, Spinner, words } from '@shared/ui';
import styles from './pending.module.css';
import { strings } from './strings.ts';
import type { ReceiptState } from './use-receipt.ts';

const MESSAGES = {
  settling: { title: strings.settling, text: strings.settlingText, waits: true },
  running: { title: strings.running, text: strings.runningText, waits: false },
  late: { title: strings.late, text: strings.lateText, waits: false },
} as const satisfies Partial<Record<ReceiptState, { title: string; text: string; waits: boolean }>>;

interface PendingProps {
  state: keyof typeof MESSAGES;
  fetching: boolean;
  onRetry: () => void;
}

/** Replaces the total until it is known. */
export function Pending({ state, fetching, onRetry }: PendingProps) {
  const { title, text, waits } = MESSAGES[state];
  return (
    <div className={styles.pending} role="status">
      {waits && <Spinner />}
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {!waits && (
        <Button onClick={onRetry} pending={fetching}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
