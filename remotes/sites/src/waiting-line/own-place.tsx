import { plugName } from '@shared/charging/plug-name';
import type { WaitingPlace } from '@shared/contract/waiting-line';
import { Link, usePaths } from '@shared/router';
import { Button, ButtonLink, Card, ConfirmDialog } from '@shared/ui';
import { useState } from 'react';
import { strings } from './strings.ts';
import { useLineWrites, useMinutesLeft, usePlace } from './use-place.ts';
import styles from './waiting-line.module.css';

/** The user's place in the line of any site, for the home: nothing if they don't wait. */
export function WaitingCard() {
  const place = usePlace().data?.place;
  return place ? <OwnPlace place={place} isElsewhere /> : null;
}

/** The user's place in a line, or their turn, with the start of the charge. */
export function OwnPlace({ place, isElsewhere }: { place: WaitingPlace; isElsewhere?: boolean }) {
  const paths = usePaths();
  const { leave } = useLineWrites();
  const [isLeaving, setLeaving] = useState(false);
  const { turn, position, plug, csName } = place;
  const minutes = useMinutesLeft(turn);
  const number = turn?.cpCode && `${turn.cpCode}-${turn.connectorId}`;
  const elsewhere = isElsewhere && csName;
  const words = elsewhere
    ? strings.positionAt(position, elsewhere)
    : strings.position(position, plugName(plug));
  return (
    <Card>
      <section className={styles.section} aria-label={strings.title}>
        <p className={styles.turn} role="status">
          <strong>
            {!turn && words}
            {turn &&
              (minutes > 0
                ? strings.turn(turn.name ?? turn.connectorId, minutes, elsewhere)
                : strings.over(elsewhere))}
          </strong>
        </p>
        {!turn && (
          <p className={styles.note}>
            {place.estimateMinutes === undefined ? strings.unknown : strings.estimate(place.estimateMinutes)}
          </p>
        )}
        {place.missed && <p className={styles.note}>{strings.missed}</p>}
        {!turn && <p className={styles.note}>{strings.notify}</p>}
        <div className={styles.actions}>
          {number && minutes > 0 && (
            <ButtonLink variant="primary" full render={<Link to={paths.qrcode(number)} />}>
              {strings.start}
            </ButtonLink>
          )}
          {isElsewhere && (
            <ButtonLink full render={<Link to={paths.charger(place.csId)} />}>
              {strings.toSite}
            </ButtonLink>
          )}
          <Button variant="quiet" full pending={leave.isPending} onClick={() => setLeaving(true)}>
            {strings.leave}
          </Button>
        </div>
        {isLeaving && (
          <ConfirmDialog
            title={strings.leaving}
            confirmLabel={strings.leave}
            onConfirm={() => {
              setLeaving(false);
              leave.mutate();
            }}
            onClose={() => setLeaving(false)}
          >
            <p>{strings.loses}</p>
          </ConfirmDialog>
        )}
      </section>
    </Card>
  );
}
