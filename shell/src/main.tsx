/** The shell: the host with the registry's remotes. */
// The kit's tokens declare the order of the cascade layers, so they come before any other style.
import '@shared/ui/tokens.css';
import './remotes/shared-modules.ts';
import { mountHost } from './boot/boot.tsx';
import { waitUntilIdle } from './boot/wait-until-idle.ts';
import { report } from './errors/report.ts';
import { recordAddedHashes } from './offline/loaded-hashes.ts';
import { shellRemotes } from './remotes/shell-remotes.ts';

recordAddedHashes();
const host = mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });

async function afterFirstScreen() {
  await waitUntilIdle(host);
  const { runAfterFirstScreen } = await import('./boot/after-first-screen.ts');
  await runAfterFirstScreen(host);
}
afterFirstScreen().catch((error: unknown) => report(error, 'after first screen'));
