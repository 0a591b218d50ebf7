/** A function for every write of the API. The client never retries them. */
import { calls } from '@shared/contract';
import type * as z from 'zod/mini';
import { request } from './request.ts';

type Calls = typeof calls;
type Body<Name extends keyof Calls> = z.input<Calls[Name]['body']>;
/** A parsed body, from which path parameters are taken. */
type Parsed<Name extends keyof Calls> = z.output<Calls[Name]['body']>;

export const writes = {
  /** 404 if e-mail or password is wrong. */
  login: (body: Body<'login'>) => request(calls.login, { body }),
  /** Ends the session of `bearer` on the server. */
  logout: (bearer: string) => request(calls.logout, { bearer, keepalive: true }),
  /** The ticket opens the live stream of the session of `bearer`. */
  liveTicket: (bearer: string) => request(calls.liveTicket, { bearer }),
  /** 409 if the e-mail already has an account. `appId` is the brand's. */
  register: (body: Body<'register'>, appId: string, returnTo?: string) =>
    request(calls.register, { body, query: { app_id: appId, return_to: returnTo } }),
  /** A write despite its GET: sends the mail with the token. 404 if the e-mail has no account. */
  requestReset: (email: string, appId: string, returnTo?: string) =>
    request(calls.requestReset, { path: { email }, query: { app_id: appId, return_to: returnTo } }),
  resetPassword: (body: Body<'resetPassword'>) => request(calls.resetPassword, { body }),
  changeProfile: (body: Body<'changeProfile'>) => request(calls.changeProfile, { body }),
  changePassword: (body: Body<'changePassword'>) => request(calls.changePassword, { body }),
  deleteUser: (userId: string) => request(calls.deleteUser, { path: { userId } }),
  addPushToken: (body: Body<'addPushToken'>) => request(calls.addPushToken, { body }),
  /** `bearer` is the session of the user who loses the push token. */
  removePushToken: (pushToken: string, bearer: string) =>
    request(calls.removePushToken, { path: { pushToken }, bearer, keepalive: true }),

  changeNotificationSettings: (body: Body<'changeNotificationSettings'>) =>
    request(calls.changeNotificationSettings, { body }),
  subscribeToPush: (body: Body<'subscribeToPush'>) => request(calls.subscribeToPush, { body }),
  unsubscribeFromPush: () => request(calls.unsubscribeFromPush, {}),

  topUp: (body: Body<'topUp'>, idempotencyKey: string) => request(calls.topUp, { body, idempotencyKey }),
  addPaymentMethod: (body: Body<'addPaymentMethod'>, idempotencyKey: string) =>
    request(calls.addPaymentMethod, { body, idempotencyKey }),
  deletePaymentMethod: (id: string) => request(calls.deletePaymentMethod, { path: { id } }),
  makeDefaultPaymentMethod: (id: string) => request(calls.makeDefaultPaymentMethod, { path: { id } }),
  reportTokenError: (body: Body<'reportTokenError'>) => request(calls.reportTokenError, { body }),

  addVehicle: (body: Body<'addVehicle'>) => request(calls.addVehicle, { body }),
  changeVehicle: (body: Parsed<'changeVehicle'>) =>
    request(calls.changeVehicle, { path: { uvId: body.uvId }, body }),
  deleteVehicle: (uvId: string) => request(calls.deleteVehicle, { path: { uvId } }),

  addCoupon: (code: string) => request(calls.addCoupon, { path: { code } }),

  startCharge: (body: Body<'startCharge'>, idempotencyKey: string) =>
    request(calls.startCharge, { body, idempotencyKey }),
  stopCharge: (body: Body<'stopCharge'>, idempotencyKey: string) =>
    request(calls.stopCharge, { body, idempotencyKey }),

  unlockCable: (body: Body<'unlockCable'>) => request(calls.unlockCable, { body }),

  addToValetQueue: (body: Parsed<'addToValetQueue'>) =>
    request(calls.addToValetQueue, { path: { csId: body.cqCsId }, body }),
  deleteFromValetQueue: (cqId: string, body: Parsed<'deleteFromValetQueue'>) =>
    request(calls.deleteFromValetQueue, { path: { cqId }, body }),
  dismissFromValetQueue: (cqId: string) => request(calls.dismissFromValetQueue, { path: { cqId } }),
  valetStart: (body: Parsed<'valetStart'>, idempotencyKey: string) =>
    request(calls.valetStart, { path: { cqId: body.cqId }, body, idempotencyKey }),
} as const;
