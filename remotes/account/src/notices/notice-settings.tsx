import { NOTICE_KINDS } from '@shared/contract';
import { Card } from '@shared/ui';
import { Switch } from '@shared/ui/form-fields';
import { KindSwitch } from './kind-switch.tsx';
import styles from './notices.module.css';
import { strings } from './strings.ts';
import { useDeviceNotices } from './use-device-notices.ts';

const NOTES = {
  on: strings.evenIfClosed,
  off: strings.evenIfClosed,
  blocked: strings.blocked,
  unsupported: strings.unsupported,
  needsHomeScreen: strings.needsHomeScreen,
};

/** Settings of push notifications; renders nothing if the backend has none. */
export function NoticeSettings() {
  const { state, settings, pending, switchOn, switchOff } = useDeviceNotices();
  if (state === 'unknown' || !settings) return null;
  const canSwitch = state === 'on' || state === 'off';
  return (
    <section className={styles.settings}>
      <h2 className={styles.heading}>{strings.title}</h2>
      <Card>
        {canSwitch && (
          <Switch
            label={strings.onThisDevice}
            checked={state === 'on'}
            aria-busy={pending}
            onChange={({ target }) => {
              if (!pending) (target.checked ? switchOn : switchOff)();
            }}
          />
        )}
        <p className={styles.note}>{NOTES[state]}</p>
      </Card>
      <Card>
        <fieldset className={styles.kinds}>
          <legend className={styles.legend}>{strings.which}</legend>
          {NOTICE_KINDS.map((kind) => (
            <KindSwitch key={kind} kind={kind} settings={settings} />
          ))}
          <p className={styles.note}>{strings.mailInstead}</p>
        </fieldset>
      </Card>
    </section>
  );
}
