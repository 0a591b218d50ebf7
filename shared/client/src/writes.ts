/** A function for every write of the API. None is ever repeated by the client itself. */
import {
  calls,
  type LoginRequest,
  type PushToken,
  type RegisterRequest,
  type ResetRequest,
  type StartRequest,
  type StopRequest,
} from '@shared/contract';
import type * as z from 'zod/mini';
import { request } from './request.ts';

export const writes = {
  /** 404 where e-mail or password is wrong. */
  login: (body: z.input<typeof LoginRequest>) => request(calls.login, { body }),
  /** 409 where the address already has an account. `appId` is the brand's. */
  register: (body: z.input<typeof RegisterRequest>, appId: string) =>
    request(calls.register, { body, query: { app_id: appId } }),
  /** Has a mail with a token sent; a write for all its being a GET. 404 where the address has no account. */
  requestReset: (email: string, appId: string) =>
    request(calls.requestReset, { path: { email }, query: { app_id: appId } }),
  resetPassword: (body: z.input<typeof ResetRequest>) => request(calls.resetPassword, { body }),
  addPushToken: (body: z.input<typeof PushToken>) => request(calls.addPushToken, { body }),
  removePushToken: (pushToken: string) => request(calls.removePushToken, { path: { pushToken } }),

  startCharge: (body: z.input<typeof StartRequest>, idempotencyKey: string) =>
    request(calls.startCharge, { body, idempotencyKey }),
  stopCharge: (body: z.input<typeof StopRequest>, idempotencyKey: string) =>
    request(calls.stopCharge, { body, idempotencyKey }),
} as const;
