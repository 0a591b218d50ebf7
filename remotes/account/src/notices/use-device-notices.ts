import { queries, useQuery, useQueryClient, useWrite, writes } from '@shared/client';
import { configAtom, device, showToastAtom } from '@shared/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { endSubscription, type PushSupport, pushSupport, subscribeDevice } from './device.ts';
import { strings } from './strings.ts';

/**
 * - `unknown`: the settings haven't been fetched, the backend has none, or the app runs in a native
 *   wrapper, which has its own notifications
 * - `blocked`: the user has refused, which only the browser's settings can change
 */
type DeviceNotices = Exclude<PushSupport, 'supported'> | 'unknown' | 'blocked' | 'off' | 'on';

/** Returns whether this device receives notices, and functions that switch them on and off. */
export function useDeviceNotices() {
  const cache = useQueryClient();
  const toast = useSetAtom(showToastAtom);
  const config = useAtomValue(configAtom);
  const { data: settings } = useQuery(queries.notificationSettings());
  // Updated after each permission request, because React doesn't observe the browser's permission.
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  );
  const refresh = () => cache.invalidateQueries({ queryKey: queries.notificationSettings().queryKey });
  const showFailure = () => toast({ id: 'notices', kind: 'failure', title: strings.failed });

  const activation = useWrite<boolean, Promise<NotificationPermission>>({
    mutationFn: async (permissionRequest) => {
      const newPermission = await permissionRequest;
      setPermission(newPermission);
      if (newPermission !== 'granted' || !settings) return false;
      await writes.subscribeToPush(await subscribeDevice(settings.publicKey));
      await refresh();
      return true;
    },
    onSuccess: (isOn) => {
      if (isOn) toast({ id: 'notices', kind: 'success', title: strings.switchedOn });
    },
    onError: showFailure,
  });
  const deactivation = useWrite<void>({
    mutationFn: async () => {
      await endSubscription();
      await writes.unsubscribeFromPush();
      await refresh();
    },
    onError: showFailure,
  });

  function stateOf(): DeviceNotices {
    const support = pushSupport();
    if (!settings || device.read('pushToken') !== undefined) return 'unknown';
    // Notices need the service worker.
    if (config?.offline === false) return 'unsupported';
    if (support !== 'supported') return support;
    if (permission === 'denied') return 'blocked';
    return settings.subscribed && permission === 'granted' ? 'on' : 'off';
  }
  return {
    state: stateOf(),
    settings,
    pending: activation.isPending || deactivation.isPending,
    /** Browsers require that the permission is requested in an event handler. */
    switchOn: () => activation.mutate(Notification.requestPermission()),
    switchOff: () => deactivation.mutate(),
  };
}
