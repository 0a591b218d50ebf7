import { RECHARGES_HEIGHT } from '@shared/contract/view-names';
import { device } from '@shared/state';

/** Height of one card. The home measures its cards once it has shown them. */
const CARD_HEIGHT = '6.625rem';

/** Makes the home keep space for a running charge until its card is loaded. */
export function reserveHomeSpace(): void {
  if (!device.read(RECHARGES_HEIGHT)) device.write(RECHARGES_HEIGHT, CARD_HEIGHT);
}

export function releaseHomeSpace(): void {
  device.write(RECHARGES_HEIGHT, undefined);
  // The prerendered page has set it too.
  document.documentElement.style.removeProperty(RECHARGES_HEIGHT);
}
