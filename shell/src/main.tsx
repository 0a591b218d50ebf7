/** The shell: the host with the registry's remotes. */
// The kit's tokens declare the order of the cascade layers, so they come before any other style.
import '@shared/ui/tokens.css';
import './remotes/shared-modules.ts';
import { configAtom, onlineAtom } from '@shared/state';
import { mountHost } from './boot/boot.tsx';
import { waitUntilIdle } from './boot/wait-until-idle.ts';
import { brandStateAtom } from './brand/brand-state.ts';
import { report } from './errors/report.ts';
import { recordAddedHashes } from './offline/loaded-hashes.ts';
import { shellRemotes } from './remotes/shell-remotes.ts';

recordAddedHashes();
const host = mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });

/** Starts work that must not delay the first screen. */
async function afterFirstScreen() {
  await waitUntilIdle(host);
  const { followCharges } = await import('./charge-end/follow-charges.ts');
  followCharges(host);
  const { watchStartErrors } = await import('./live/start-error-toasts.ts');
  watchStartErrors(host);
  if (host.store.get(brandStateAtom) !== 'ready') return;
  const { updateOfflineCache } = await import('./offline/update-offline-cache.ts');
  const wanted = host.store.get(configAtom)?.offline !== false;
  await updateOfflineCache(wanted && process.env.NODE_ENV === 'production', host.store.get(onlineAtom));
}
afterFirstScreen().catch((error: unknown) => report(error, 'offline'));
