import { queries, useQueryClient, useWrite, writes } from '@shared/client';
import { NOTICE_KINDS, type NoticeKind, type NotificationSettings } from '@shared/contract';
import { showToastAtom } from '@shared/state';
import { Card } from '@shared/ui';
import { Switch } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { Section } from '../section.tsx';
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
    <Section title={strings.title}>
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
    </Section>
  );
}

/** Switch for one kind of notice, with an optimistic update. */
function KindSwitch({ kind, settings }: { kind: NoticeKind; settings: NotificationSettings }) {
  const cache = useQueryClient();
  const toast = useSetAtom(showToastAtom);
  const setCached = (on: boolean) =>
    cache.setQueryData(
      queries.notificationSettings().queryKey,
      (cached) => cached && { ...cached, muted: withKind(cached.muted, kind, !on) },
    );
  const { mutate } = useWrite<unknown, boolean>({
    mutationFn: (on) => writes.changeNotificationSettings({ kind, on }),
    onMutate: (on) => void setCached(on),
    onError: (_, on) => {
      setCached(!on);
      toast({ id: 'notices', kind: 'failure', title: strings.failed });
    },
  });
  return (
    <Switch
      label={strings.kinds[kind]}
      checked={!settings.muted.includes(kind)}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}

function withKind(muted: readonly string[], kind: NoticeKind, isMuted: boolean): string[] {
  const otherKinds = muted.filter((one) => one !== kind);
  return isMuted ? [...otherKinds, kind] : otherKinds;
}
