/** A function for every write of the API. The client never repeats one by itself. */
import {
  type ChangedVehicle,
  calls,
  type LoginRequest,
  type NewPaymentMethod,
  type NewVehicle,
  type PasswordChange,
  type PaymentTokenError,
  type ProfileChange,
  type PushToken,
  type RegisterRequest,
  type ResetRequest,
  type StartRequest,
  type StopRequest,
  type TopUpRequest,
  type ValetStart,
  type ValetVehicle,
} from '@shared/contract';
import type * as z from 'zod/mini';
import { statusOf } from './api-error.ts';
import { request } from './request.ts';

const NOT_FOUND = 404;

/**
 * Treats a 404 as success: another tab has deleted the resource, or the same call whose response
 * was lost.
 */
async function deleted(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (statusOf(error) !== NOT_FOUND) throw error;
  }
}

export const writes = {
  /** 404 if e-mail or password is wrong. */
  login: (body: z.input<typeof LoginRequest>) => request(calls.login, { body }),
  /** Ends the session of `bearer` on the server. */
  logout: (bearer: string) => request(calls.logout, { bearer, keepalive: true }),
  /** 409 if the address already has an account. `appId` is the brand's. */
  register: (body: z.input<typeof RegisterRequest>, appId: string) =>
    request(calls.register, { body, query: { app_id: appId } }),
  /** Sends a mail with a token; a write despite its GET. 404 if the address has no account. */
  requestReset: (email: string, appId: string) =>
    request(calls.requestReset, { path: { email }, query: { app_id: appId } }),
  resetPassword: (body: z.input<typeof ResetRequest>) => request(calls.resetPassword, { body }),
  changeProfile: (body: z.input<typeof ProfileChange>) => request(calls.changeProfile, { body }),
  changePassword: (body: z.input<typeof PasswordChange>) => request(calls.changePassword, { body }),
  deleteUser: (userId: string) => request(calls.deleteUser, { path: { userId } }),
  addPushToken: (body: z.input<typeof PushToken>) => request(calls.addPushToken, { body }),
  /** `bearer` is the session of the user who loses the push token. */
  removePushToken: (pushToken: string, bearer: string) =>
    request(calls.removePushToken, { path: { pushToken }, bearer, keepalive: true }),

  topUp: (body: z.input<typeof TopUpRequest>, idempotencyKey: string) =>
    request(calls.topUp, { body, idempotencyKey }),
  addPaymentMethod: (body: z.input<typeof NewPaymentMethod>, idempotencyKey: string) =>
    request(calls.addPaymentMethod, { body, idempotencyKey }),
  deletePaymentMethod: (id: string) => deleted(request(calls.deletePaymentMethod, { path: { id } })),
  makeDefaultPaymentMethod: (id: string) => request(calls.makeDefaultPaymentMethod, { path: { id } }),
  reportTokenError: (body: z.input<typeof PaymentTokenError>) => request(calls.reportTokenError, { body }),

  addVehicle: (body: z.input<typeof NewVehicle>) => request(calls.addVehicle, { body }),
  changeVehicle: (body: z.output<typeof ChangedVehicle>) =>
    request(calls.changeVehicle, { path: { uvId: body.uvId }, body }),
  deleteVehicle: (uvId: string) => deleted(request(calls.deleteVehicle, { path: { uvId } })),

  addCoupon: (code: string) => request(calls.addCoupon, { path: { code } }),

  startCharge: (body: z.input<typeof StartRequest>, idempotencyKey: string) =>
    request(calls.startCharge, { body, idempotencyKey }),
  stopCharge: (body: z.input<typeof StopRequest>, idempotencyKey: string) =>
    request(calls.stopCharge, { body, idempotencyKey }),

  addToValetQueue: (body: z.output<typeof ValetVehicle>) =>
    request(calls.addToValetQueue, { path: { csId: body.cqCsId }, body }),
  deleteFromValetQueue: (cqId: string, body: z.output<typeof ValetVehicle>) =>
    request(calls.deleteFromValetQueue, { path: { cqId }, body }),
  valetStart: (body: z.output<typeof ValetStart>, idempotencyKey: string) =>
    request(calls.valetStart, { path: { cqId: body.cqId }, body, idempotencyKey }),
} as const;
