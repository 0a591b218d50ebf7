import { queries, useQueryClient, useWrite, writes } from '@shared/client';
import type { NoticeKind, NotificationSettings } from '@shared/contract';
import { showToastAtom } from '@shared/state';
import { Switch } from '@shared/ui/form-fields';
import { useSetAtom } from 'jotai';
import { strings } from './strings.ts';

/** Switch for one kind of notice, with an optimistic update. */
export function KindSwitch({ kind, settings }: { kind: NoticeKind; settings: NotificationSettings }) {
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
