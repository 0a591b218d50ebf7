import { brandAtom } from '@shared/state';
import { useSetting } from '@shared/state/settings';
import { Button, Card } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { autocharge } from '../settings.ts';
import { strings } from './strings.ts';
import styles from './tags.module.css';
import { useTags, useTagWrites } from './use-tags.ts';

/** Whether a vehicle begins charges by being plugged in, and a button that switches it off. */
export function VehicleCar({ uvId }: { uvId: string }) {
  const { record } = useAtomValue(brandAtom);
  return record?.autocharge ? <State uvId={uvId} /> : null;
}

function State({ uvId }: { uvId: string }) {
  const { data } = useTags();
  const { switchOff } = useTagWrites();
  const isOffered = useSetting(autocharge);
  const car = data?.tags.find((tag) => tag.kind === 'car' && tag.uvId === uvId);
  // A car that begins charges can always be stopped from that.
  if (!data || (!car && !isOffered)) return null;
  return (
    <Card>
      <section className={styles.section} aria-label={strings.autocharge}>
        <strong>{strings.autocharge}</strong>
        <p className={styles.note}>{car ? strings.isOn : strings.isOff}</p>
        {car && (
          <Button pending={switchOff.isPending} onClick={() => switchOff.mutate(car)}>
            {strings.switchOff}
          </Button>
        )}
      </section>
    </Card>
  );
}
