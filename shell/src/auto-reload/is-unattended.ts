import type { Screens } from '@shared/contract';

/**
 * Returns whether the page may show a screen that runs without a user; true until the registry
 * has been read.
 */
export const isUnattended = (screens: Screens | undefined): boolean =>
  screens === undefined || location.pathname.split('/').some((segment) => screens.get(segment)?.unattended);
