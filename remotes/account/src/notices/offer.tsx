import { storedAtom } from '@shared/state';
import { Button, Card } from '@shared/ui';
import { useAtom } from 'jotai';
import * as z from 'zod/mini';
import styles from './notices.module.css';
import { strings } from './strings.ts';
import { useDeviceNotices } from './use-device-notices.ts';

const declinedAtom = storedAtom('noticesDeclined', z.boolean(), false);

/** Offers push notifications during a charge, until the user accepts or declines on this device. */
export function Component() {
  const [declined, setDeclined] = useAtom(declinedAtom);
  const { state, pending, switchOn } = useDeviceNotices();
  if (declined || (state !== 'off' && state !== 'needsHomeScreen')) return null;
  return (
    <Card>
      <section className={styles.offer} aria-label={strings.title}>
        <strong>{strings.offer}</strong>
        <p className={styles.note}>{state === 'off' ? strings.offerText : strings.needsHomeScreen}</p>
        <div className={styles.buttons}>
          {state === 'off' && (
            <Button pending={pending} onClick={switchOn}>
              {strings.accept}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setDeclined(true)}>
            {strings.decline}
          </Button>
        </div>
      </section>
    </Card>
  );
}
