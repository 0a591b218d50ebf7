/** The shell: the host with the registry's remotes. */
// The kit's tokens declare the order of the cascade layers, so they come before any other style.
import '@shared/ui/tokens.css';
import './remotes/shared-modules.ts';
import { configAtom, onlineAtom } from '@shared/state';
import { brandStateAtom } from './brand/brand-state.ts';
import { report } from './errors/report.ts';
import { mountHost } from './host.tsx';
import { watchHashes } from './offline/loaded-hashes.ts';
import { shellRemotes } from './remotes/shell-remotes.ts';
import { settled } from './settled.ts';

watchHashes();
const host = mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });

/** Starts work that must not delay the first screen. */
async function afterFirstScreen() {
  await settled(host);
  if (host.store.get(brandStateAtom) !== 'ready') return;
  const { keepOffline } = await import('./offline/keep-offline.ts');
  const wanted = host.store.get(configAtom)?.offline !== false;
  await keepOffline(wanted && process.env.NODE_ENV === 'production', host.store.get(onlineAtom));
}
afterFirstScreen().catch((error: unknown) => report(error, 'offline'));
