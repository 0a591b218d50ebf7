/** Work that must not delay the first screen, in one file that is loaded after it. */
import { configAtom, onlineAtom } from '@shared/state';
import { brandStateAtom } from '../brand/brand-state.ts';
import { followCharges } from '../charge-end/follow-charges.ts';
import { watchStartErrors } from '../live/start-error-toasts.ts';
import { updateOfflineCache } from '../offline/update-offline-cache.ts';
import type { Host } from './host.ts';

export async function runAfterFirstScreen(host: Host): Promise<void> {
  const { store } = host;
  followCharges(host);
  watchStartErrors(host);
  if (store.get(brandStateAtom) !== 'ready') return;
  const wanted = store.get(configAtom)?.offline !== false;
  await updateOfflineCache(wanted && process.env.NODE_ENV === 'production', store.get(onlineAtom));
}
