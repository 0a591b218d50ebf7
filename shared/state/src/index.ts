export {
  balanceHiddenAtom,
  brandAtom,
  type CurrentBrand,
  configAtom,
  connectorKey,
  expiredAtom,
  isLoggedInAtom,
  onlineAtom,
  type Position,
  plugWaitsAtom,
  positionAtom,
  type Session,
  sessionAtom,
  tokenAtom,
  userIdAtom,
} from './atoms.ts';
export { emitLiveEvent, liveConnectionAtom, onLiveEvent, useLiveEvent } from './live.ts';
export { Slot, type SlotHost, slotHostAtom } from './slot.ts';
export { device, tab } from './storage.ts';
export { storedAtom } from './stored-atom.ts';
export {
  dismissToastAtom,
  isOrderToast,
  orderToastId,
  showToastAtom,
  type Toast,
  toastsAtom,
} from './toasts.ts';
