// The shell's first script contains every export of this file, so list only those in use.

export {
  type BoardConnector,
  type FleetPriority,
  type FleetVehicle,
  type MeasuredConnector,
  SiteBoard,
  type SiteReliability,
} from './boards.ts';
export { AppConfig, Brand, brandColor, brandName, brandSlug, canonicalSlug } from './brand.ts';
export * from './calls.ts';
export {
  ActiveRecharge,
  CHARGER_NOT_FOUND,
  CONNECTOR_STATUSES,
  type ConnectorStatus,
  LiveConnector,
  LOW_BALANCE,
  RemoteResponse,
  StartAttempt,
  StartRequest,
  type StopRequest,
  Transaction,
  type UnlockRequest,
} from './charging.ts';
export * from './contract-version.ts';
export {
  COUPON_STATES,
  Coupon,
  type CouponRefusal,
  type CouponState,
  type CouponType,
  couponRefusal,
} from './coupon.ts';
export { DAILY_LIMIT_CODES, readErrorBody } from './errors.ts';
export { id, instant, optional, text } from './fields.ts';
export * from './image.ts';
export { type LenientResult, parseJson, readJson, readLeniently } from './lenient.ts';
export type { LiveEvent } from './live-events.ts';
export { NOTICE_KINDS, type NoticeKind, NotificationSettings } from './notices.ts';
export {
  CREDIT_CARD,
  type NewPaymentMethod,
  PaymentMethod,
  PIX,
  TopUpRequest,
} from './payment.ts';
export * from './payment-frame.ts';
export * from './price.ts';
export * from './product.ts';
export * from './remote.ts';
export * from './segments.ts';
export {
  AddressSuggestion,
  ChargerSite,
  type ConnectorMeasurement,
  CURRENTS,
  type GoodCharge,
  type OpeningDay,
  openingHours,
  PLUGS,
  type Plug,
  type Reliability,
  SiteConnector,
  SiteSearch,
} from './site.ts';
export * from './support.ts';
export { TOP_UP_AMOUNTS } from './top-up-amounts.ts';
export { User } from './user.ts';
export {
  ValetConnector,
  ValetQueueItem,
  type ValetStart,
  type ValetStatus,
  type ValetVehicle,
} from './valet.ts';
export { UserVehicle } from './vehicle.ts';
export { DEBIT, HistoryEntry, Order, OrderItem, orderMethod, orderReais, UserTransaction } from './wallet.ts';
