import { formatDateTime } from '@shared/brazil';
import type { ReleaseEvent } from '@shared/contract/releases';
import { Button, Card } from '@shared/ui';
import styles from './releases.module.css';
import { strings } from './strings.ts';

interface HistoryProps {
  events: readonly ReleaseEvent[];
  /** Serial of the change that can be undone. */
  undoable: number | undefined;
  onUndo: (event: ReleaseEvent) => void;
}

/** Who changed what, and when, by command or on this screen; newest first. */
export function History({ events, undoable, onUndo }: HistoryProps) {
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history" className={styles.heading}>
        {strings.history}
      </h2>
      {events.length === 0 ? (
        <p className={styles.muted}>{strings.noHistory}</p>
      ) : (
        <Card flush>
          <ol className={styles.events}>
            {events.map((event) => (
              <li
                key={`${event.at} ${event.action} ${event.remote} ${event.version}`}
                className={styles.event}
              >
                <span className={styles.what}>{describeEvent(event)}</span>
                <span className={styles.muted}>
                  <time dateTime={event.at}>{formatDateTime(event.at)}</time>
                  {' · '}
                  <bdi>{event.who ?? strings.automatically}</bdi>
                </span>
                {event.serial !== undefined && event.serial === undoable && (
                  <Button onClick={() => onUndo(event)}>{strings.undo}</Button>
                )}
              </li>
            ))}
          </ol>
        </Card>
      )}
    </section>
  );
}

const ACTIONS = new Map<string, string>(Object.entries(strings.actions));

/** Returns what a change did: `Promoveu wallet: ativa 1.2.0`. */
export function describeEvent({ action, remote, version, reason, before, after }: ReleaseEvent): string {
  const verb = `${ACTIONS.get(action) ?? strings.changed} ${remote ?? strings.allRemotes}`;
  const details = [
    version,
    reason && strings.because(reason),
    after && after.live !== before?.live && strings.nowLive(after.live),
    after?.candidate !== undefined &&
      (after.candidate !== before?.candidate || after.traffic !== before.traffic) &&
      strings.nowCandidate(after.candidate, after.traffic ?? 0, after.target),
    before?.candidate !== undefined &&
      after !== undefined &&
      after.candidate === undefined &&
      after.live !== before.candidate &&
      strings.candidateEnded(before.candidate),
    before !== undefined && after === undefined && strings.gone,
  ].filter(Boolean);
  return details.length > 0 ? `${verb}: ${details.join(', ')}` : verb;
}
