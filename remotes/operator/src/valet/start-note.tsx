import { formatCountdown } from '@shared/brazil';
import { startErrorMessage } from '@shared/charging/start-error';
import { serverTime } from '@shared/client';
import type { ValetQueueItem } from '@shared/contract';
import { useNow } from '@shared/ui';
import styles from './queue.module.css';
import { isStartAccepted } from './states.tsx';
import { strings } from './strings.ts';

/** Messages for the codes of a failed start that aren't a fault of the charger. */
const MESSAGES = new Map<string, string>([
  ['ConnectionTimeOut', strings.timedOut],
  ['TimedOut', strings.timedOut],
  ['Rejected', strings.startFailed],
  ...['ConnectorLockFailure', 'EVCommunicationError'].map((code): [string, string] => [
    code,
    startErrorMessage(code),
  ]),
]);
/** A start that the valet cancelled has not failed. */
const CANCELLED = 'Cancelled';

/** Shows that a waiting car has to be plugged in, or why its last start failed. */
export function StartNote({ item }: { item: ValetQueueItem }) {
  const { plugWaitUntil, startError } = item;
  if (startError !== undefined && startError !== CANCELLED)
    return <Call>{MESSAGES.get(startError) ?? strings.chargerFailed}</Call>;
  if (!isStartAccepted(item)) return null;
  if (plugWaitUntil === undefined) return <Call>{strings.plugItIn}</Call>;
  return <PlugWait until={Date.parse(plugWaitUntil)} />;
}

/** Countdown of the time left to plug in the car. */
function PlugWait({ until }: { until: number }) {
  const seconds = Math.ceil((until - serverTime(useNow(1000))) / 1000);
  if (seconds <= 0) return <Call>{strings.timedOut}</Call>;
  return <Call>{strings.plugWithin(formatCountdown(seconds))}</Call>;
}

const Call = ({ children }: { children: string }) => <strong className={styles.call}>{children}</strong>;
