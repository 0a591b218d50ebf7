/** Every call of the API: the client derives functions from it, the backend validates with it. */
import * as z from 'zod/mini';
import { FleetPriority, SiteBoard, SiteReliability } from './boards.ts';
import { Brand, FileResponse } from './brand.ts';
import {
  ActiveRecharge,
  ChargerIdResponse,
  LiveConnector,
  RemoteResponse,
  StartAttempt,
  StartRequest,
  StopRequest,
  UnlockRequest,
} from './charging.ts';
import { CouponPage } from './coupon.ts';
import { list } from './lenient.ts';
import { type LiveEvent, ORDER, START, START_ERROR, STATUS, STOP } from './live-events.ts';
import { NotificationChange, NotificationSettings, PushSubscriptionBody } from './notices.ts';
import {
  NewPaymentMethod,
  PaymentMethod,
  PaymentTokenError,
  TopUpRequest,
  TopUpResponse,
} from './payment.ts';
import { PriceProfilePeriod } from './price.ts';
import { AddressSuggestion, ChargerSite, SiteConnector } from './site.ts';
import {
  LiveTicket,
  LoginRequest,
  LoginResponse,
  PasswordChange,
  ProfileChange,
  PushToken,
  RegisterRequest,
  RegisterResponse,
  ResetRequest,
  User,
} from './user.ts';
import { ValetConnector, ValetQueueItem, ValetStart, ValetVehicle } from './valet.ts';
import { ChangedVehicle, NewVehicle, UserVehicle, VehicleManufacturer, VehicleModel } from './vehicle.ts';
import { Balance, HistoryEntry, Order, UserTransaction } from './wallet.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type LiveTypes = readonly LiveEvent['type'][];

export interface Call<Path extends string, Body extends z.ZodMiniType, ResponseBody extends z.ZodMiniType> {
  method: Method;
  /** Relative to the API's base URL; `{name}` is a parameter. */
  path: Path;
  body: Body;
  response: ResponseBody;
  /** Time limit, in ms. */
  timeout: number;
  /** Needs no login: the call never carries a token. */
  public?: true;
  /** The response is the same for every user, so it is kept after logout, like a public call's. */
  sameForAll?: true;
  /**
   * Types of the live events that change the response. It is also refetched after a reconnect,
   * since events may be missing.
   */
  live?: LiveTypes;
  /** Carries an `Idempotency-Key`: the same key again returns the first response. */
  idempotencyKey?: true;
  /** Moves money, or starts or stops a charge. */
  movesMoney?: true;
}

const HTTP_TIMEOUT = 30_000;
const none = z.unknown();

function send<P extends string, B extends z.ZodMiniType, A extends z.ZodMiniType>(
  method: Method,
  path: P,
  body: B,
  response: A,
  timeout = HTTP_TIMEOUT,
): Call<P, B, A> {
  return { method, path, body, response, timeout };
}
const get = <P extends string, A extends z.ZodMiniType>(path: P, response: A): Call<P, typeof none, A> =>
  send('GET', path, none, response);
const withoutLogin = <C>(call: C): C & { public: true } => ({ ...call, public: true });
const sameForAll = <C>(call: C): C & { sameForAll: true } => ({ ...call, sameForAll: true });
const live = <C>(events: LiveTypes, call: C): C & { live: LiveTypes } => ({ ...call, live: events });
const idempotent = <C>(call: C): C & { idempotencyKey: true } => ({ ...call, idempotencyKey: true });
const movesMoney = <C>(call: C): C & { movesMoney: true } => ({ ...call, movesMoney: true });

export const calls = {
  brand: withoutLogin(get('/Applications/{brandName}', Brand)),
  file: withoutLogin(get('/Files/{id}', FileResponse)),

  /** Optional. Its body is `RemoteReport`, which isn't part of the first screen's code. */
  reportRemotes: withoutLogin(send('POST', '/RemoteReports', none, none)),

  login: withoutLogin(send('POST', '/auth', LoginRequest, LoginResponse)),
  /** 204 for an unknown session, too. The client ignores the 404 or 405 of a backend without it. */
  logout: send('DELETE', '/auth', none, none),
  /** Optional: offered by a brand's record with `liveTickets`. Otherwise the stream's URL has the token. */
  liveTicket: send('POST', '/UserMessagesTicket', none, LiveTicket),
  /**
   * Query `app_id`, and optionally `return_to`: the path to open after the login that follows the
   * link in the mail. 409 if the e-mail has an account.
   */
  register: withoutLogin(send('POST', '/userregister', RegisterRequest, RegisterResponse)),
  /** Query as for `register`. Sends the mail with the token; 404 if the e-mail has no account. */
  requestReset: withoutLogin(get('/ResetPassword/{email}', none)),
  /** The response may have `returnTo`: the `return_to` of the request for the mail. */
  resetPassword: withoutLogin(send('POST', '/ResetPassword', ResetRequest, none)),
  userProfile: get('/userprofile', User),
  /** 204; 409 if another account has the e-mail. */
  changeProfile: send('PUT', '/userprofile', ProfileChange, none),
  changePassword: send('POST', '/ChangePassword', PasswordChange, none),
  /** The user's own id only; refused while a charge runs. */
  deleteUser: send('DELETE', '/UserDelete/{userId}', none, none),
  addPushToken: send('POST', '/UserNotificationTokens', PushToken, none),
  removePushToken: send('DELETE', '/UserNotificationTokens/{pushToken}', none, none),
  /** A backend without push notices returns 404 or 405 for these four. */
  notificationSettings: get('/UserNotificationSettings', NotificationSettings),
  changeNotificationSettings: send('PUT', '/UserNotificationSettings', NotificationChange, none),
  /** Replaces an earlier subscription of this session, and ends with the session. */
  subscribeToPush: send('PUT', '/UserPushSubscription', PushSubscriptionBody, none),
  unsubscribeFromPush: send('DELETE', '/UserPushSubscription', none, none),

  balance: live([START, STOP, ORDER], get('/wallet/Balance', Balance)),
  topUp: movesMoney(idempotent(send('POST', '/wallet/Balance', TopUpRequest, TopUpResponse))),
  paymentMethods: get('/UserPaymentMethods', list(PaymentMethod)),
  paymentMethod: get('/UserPaymentMethods/{id}', PaymentMethod),
  addPaymentMethod: idempotent(send('POST', '/UserPaymentMethods', NewPaymentMethod, none)),
  deletePaymentMethod: send('DELETE', '/UserPaymentMethods/{id}', none, none),
  makeDefaultPaymentMethod: send('PUT', '/UserDefaultPaymentMethod/{id}', none, none),
  reportTokenError: send('POST', '/payment/IuguPaymentTokenResponse', PaymentTokenError, none),
  history: live([START, STOP, ORDER], get('/wallet/History/{days}', list(HistoryEntry))),
  order: live([ORDER], get('/Payment/Order/{id}', Order)),
  /** Its bill changes with a refund. */
  userTransaction: live([ORDER], get('/UserTransactions/{id}', UserTransaction)),

  siteSearch: sameForAll(get('/ChargerSitesSearch', list(ChargerSite))),
  chargerSite: sameForAll(get('/ChargerSites/{id}', ChargerSite)),
  siteConnectors: live([STATUS], sameForAll(get('/SiteConnectors/{id}', list(SiteConnector)))),
  addressSearch: sameForAll(get('/AddressSearch/{text}', list(AddressSuggestion))),

  chargerId: sameForAll(get('/GetChargerId/{number}', ChargerIdResponse)),
  connectorsOfCharger: live([STATUS], get('/OnlineConnectorStatus/{chargerId}', list(LiveConnector))),
  connectorStatus: live(
    [START, STOP, STATUS],
    get('/OnlineConnectorStatus/{chargePointId}/{connectorId}', list(LiveConnector)),
  ),
  currentPrice: sameForAll(get('/CurrentPriceProfilePeriod/{chargePointId}', PriceProfilePeriod)),
  activeRecharges: live([START, STOP], get('/UserActiveTransactions', list(ActiveRecharge))),
  /** Optional: without it the app has only the waits of this device, and live start errors. */
  startAttempts: live([START, START_ERROR, STOP], get('/UserStartAttempts', list(StartAttempt))),
  startCharge: movesMoney(
    idempotent(send('POST', '/RemoteStartTransactionRequest', StartRequest, RemoteResponse, 15_000)),
  ),
  stopCharge: movesMoney(
    idempotent(send('POST', '/RemoteStopTransactionRequest', StopRequest, RemoteResponse, 10_000)),
  ),

  /** Optional: a backend without it sends no `canUnlock`. */
  unlockCable: send('POST', '/UnlockConnectorRequest', UnlockRequest, RemoteResponse),

  vehicles: get('/UserVehicles', list(UserVehicle)),
  vehicle: get('/UserVehicles/{uvId}', UserVehicle),
  /** 409 if the account has a vehicle with this plate. */
  addVehicle: send('POST', '/UserVehicles', NewVehicle, none),
  changeVehicle: send('PUT', '/UserVehicles/{uvId}', ChangedVehicle, none),
  deleteVehicle: send('DELETE', '/UserVehicles/{uvId}', none, none),
  manufacturers: get('/VehicleManufacturers', list(VehicleManufacturer)),
  models: get('/VehicleModels/', list(VehicleModel)),

  coupons: get('/UserDiscountCoupon', CouponPage),
  addCoupon: send('POST', '/UserDiscountCoupon/AddDiscountCoupon/{code}', none, none),

  siteBoard: withoutLogin(get('/viewer/SiteConnectorsStatus/{id}', SiteBoard)),
  fleetPriority: withoutLogin(get('/viewer/RechargePriority/{id}', FleetPriority)),
  /** Optional. */
  siteReliability: withoutLogin(get('/viewer/ConnectorReliability/{id}', SiteReliability)),

  /** These six return 403 to a user who isn't a valet of the site. */
  valetQueue: live([START, START_ERROR, STOP, STATUS], get('/valet/ValetQueue/{csId}', list(ValetQueueItem))),
  /** 409 if the plate is in the queue. */
  addToValetQueue: send('POST', '/valet/ValetQueue/{csId}', ValetVehicle, none),
  deleteFromValetQueue: send('DELETE', '/valet/ValetQueue/{cqId}', ValetVehicle, none),
  /** Optional: offered for rows with `canDismiss`. 409 unless the row's charge has finished. */
  dismissFromValetQueue: send('POST', '/valet/ValetDismissal/{cqId}', none, none),
  valetConnectors: live(
    [START, START_ERROR, STOP, STATUS],
    get('/valet/ValetConnectors/{csId}', list(ValetConnector)),
  ),
  valetStart: movesMoney(
    idempotent(send('POST', '/valet/ValetRemoteStartTransaction/{cqId}', ValetStart, RemoteResponse, 15_000)),
  ),
} as const;

/** Names of the `{parameters}` in a path. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;
