import type { tags } from '@remotes/charging/slots';
import type { SlotProps } from '@shared/contract';
import type { UserTag } from '@shared/contract/tags';
import { useSetting } from '@shared/state/settings';
import { Button, Card, ConfirmDialog } from '@shared/ui';
import { useState } from 'react';
import { autocharge } from '../settings.ts';
import { strings } from './strings.ts';
import styles from './tags.module.css';
import { useTags, useTagWrites } from './use-tags.ts';

/** During a charge: offers to link the recognised car, or to stop what the user's car or card has begun. */
export function Component({ transactionId, siteId, stop }: SlotProps<typeof tags>) {
  const { data } = useTags(true);
  const isOffered = useSetting(autocharge, siteId);
  const begunBy = data?.tags.find((tag) => tag.transactionId === transactionId);
  if (begunBy) return <BegunByTag tag={begunBy} stop={stop} />;
  const isLinkable = isOffered && data?.linkable.some((charge) => charge.transactionId === transactionId);
  return isLinkable ? <Offer transactionId={transactionId} /> : null;
}

function Offer({ transactionId }: { transactionId: string }) {
  const { link } = useTagWrites();
  return (
    <Card>
      <section className={styles.section} aria-label={strings.autocharge}>
        <strong>{strings.autocharge}</strong>
        <p className={styles.note}>{strings.offer}</p>
        <Button pending={link.isPending} onClick={() => link.mutate(transactionId)}>
          {strings.switchOn}
        </Button>
      </section>
    </Card>
  );
}

function BegunByTag({ tag, stop }: { tag: UserTag; stop: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { switchOff } = useTagWrites();
  const isCar = tag.kind === 'car';
  function confirm() {
    setAsked(false);
    // At once, and also if it can't be switched off: the user pays for energy that others take.
    stop();
    switchOff.mutate(tag);
  }
  return (
    <Card>
      <section className={styles.section} aria-label={strings.autocharge}>
        <p>{isCar ? strings.begunByCar : strings.begunByCard}</p>
        <Button onClick={() => setAsked(true)}>{strings.notMe}</Button>
      </section>
      {isAsked && (
        <ConfirmDialog
          title={strings.notMe}
          confirmLabel={isCar ? strings.stopCar : strings.stopCard}
          danger
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        >
          <p>{isCar ? strings.notMeCar : strings.notMeCard}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
