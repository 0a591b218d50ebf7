export { brandAtom, type CurrentBrand, configAtom } from './brand.ts';
export { connectorKey, plugWaitsAtom } from './charge.ts';
export { balanceHiddenAtom, onlineAtom, type Position, positionAtom } from './device.ts';
export { emitLiveEvent, liveConnectionAtom, onLiveEvent, useLiveEvent } from './live.ts';
export { expiredAtom, isLoggedInAtom, type Session, sessionAtom, userIdAtom } from './session.ts';
export { Slot, type SlotHost, slotHostAtom } from './slot.tsx';
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
