import type { Screens } from '@shared/contract';

/**
 * Returns whether the page may show a screen that runs without a user; true while the registry
 * couldn't be read.
 */
export const isUnattended = (screens: Screens | undefined): boolean =>
  screens === undefined || location.pathname.split('/').some((segment) => screens.get(segment)?.unattended);
