import { SCREENS } from '@shared/contract';

/** Returns whether the page shows a screen that runs without a user. */
export const isUnattended = () =>
  location.pathname.split('/').some((segment) => SCREENS.get(segment)?.unattended);
