import type { RegistryEntry } from '@shared/registry';
import { DEVELOPMENT_HASH } from '@shared/registry/names';
import type { Preview } from '../updates/preview/preview.ts';

/** Why a version renders the screen. */
export type Reason = 'live' | 'previous' | 'candidate' | 'preview' | 'development' | 'older' | 'failed';

/** @param running the version that was loaded, if any could be */
export function reasonOf(
  running: string | undefined,
  { name, live, previous, candidate }: RegistryEntry,
  preview: Preview | undefined,
): Reason {
  if (running === undefined) return 'failed';
  if (running === DEVELOPMENT_HASH) return 'development';
  if (preview?.name === name && preview.version === running) return 'preview';
  if (running === live.version) return 'live';
  if (running === candidate?.release.version) return 'candidate';
  return running === previous?.version ? 'previous' : 'older';
}
