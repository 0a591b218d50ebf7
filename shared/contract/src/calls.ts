/**
 * Every call of the API as a table: method, path, body and answer (specification, section 7). The client builds its
 * functions from it, the backend validates against it.
 */
import * as z from 'zod/mini';
import { Brand, FileAnswer } from './brand.ts';
import {
  ActiveRecharge,
  ChargerIdAnswer,
  LiveConnector,
  RemoteAnswer,
  StartRequest,
  StopRequest,
} from './charging.ts';
import { PriceProfilePeriod } from './price.ts';
import { AddressSuggestion, ChargerSite, SiteConnector } from './site.ts';
import {
  LoginAnswer,
  LoginRequest,
  PushToken,
  RegisterAnswer,
  RegisterRequest,
  ResetRequest,
  User,
} from './user.ts';
import { UserVehicle } from './vehicle.ts';
import { SiteBoard } from './viewer.ts';
import { Balance, HistoryEntry, Order, UserTransaction } from './wallet.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call<Path extends string, Body extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  method: Method;
  /** Below the API's base; `{name}` is a parameter. */
  path: Path;
  body: Body;
  answer: Answer;
  /** Milliseconds; the specification's 30 s where nothing else is said. */
  timeout: number;
}

const HTTP_TIMEOUT = 30_000;
const none = z.unknown();

function get<P extends string, A extends z.ZodMiniType>(path: P, answer: A): Call<P, typeof none, A> {
  return { method: 'GET', path, body: none, answer, timeout: HTTP_TIMEOUT };
}
function send<P extends string, B extends z.ZodMiniType, A extends z.ZodMiniType>(
  method: Method,
  path: P,
  body: B,
  answer: A,
  timeout = HTTP_TIMEOUT,
): Call<P, B, A> {
  return { method, path, body, answer, timeout };
}

export const calls = {
  brand: get('/Applications/{brandName}', Brand),
  file: get('/Files/{id}', FileAnswer),

  login: send('POST', '/auth', LoginRequest, LoginAnswer),
  /** Query `app_id`. 409 where the address has an account. */
  register: send('POST', '/userregister', RegisterRequest, RegisterAnswer),
  /** Query `app_id`. Sends the mail with the token; 404 where the address has no account. */
  requestReset: get('/ResetPassword/{email}', none),
  resetPassword: send('POST', '/ResetPassword', ResetRequest, none),
  userProfile: get('/userprofile', User),
  addPushToken: send('POST', '/UserNotificationTokens', PushToken, none),
  removePushToken: send('DELETE', '/UserNotificationTokens/{pushToken}', none, none),

  balance: get('/wallet/Balance', Balance),
  history: get('/wallet/History/{days}', z.array(HistoryEntry)),
  order: get('/Payment/Order/{id}', Order),
  userTransaction: get('/UserTransactions/{id}', UserTransaction),

  siteSearch: get('/ChargerSitesSearch', z.array(ChargerSite)),
  chargerSite: get('/ChargerSites/{id}', ChargerSite),
  siteConnectors: get('/SiteConnectors/{id}', z.array(SiteConnector)),
  addressSearch: get('/AddressSearch/{text}', z.array(AddressSuggestion)),

  chargerId: get('/GetChargerId/{number}', ChargerIdAnswer),
  connectorsOfCharger: get('/OnlineConnectorStatus/{chargerId}', z.array(LiveConnector)),
  connectorStatus: get('/OnlineConnectorStatus/{chargePointId}/{connectorId}', z.array(LiveConnector)),
  currentPrice: get('/CurrentPriceProfilePeriod/{chargePointId}', PriceProfilePeriod),
  activeRecharges: get('/UserActiveTransactions', z.array(ActiveRecharge)),
  startCharge: send('POST', '/RemoteStartTransactionRequest', StartRequest, RemoteAnswer, 15_000),
  stopCharge: send('POST', '/RemoteStopTransactionRequest', StopRequest, RemoteAnswer, 10_000),

  vehicles: get('/UserVehicles', z.array(UserVehicle)),

  siteBoard: get('/viewer/SiteConnectorsStatus/{id}', SiteBoard),
} as const;

/** Names of a path's `{parameters}`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;
