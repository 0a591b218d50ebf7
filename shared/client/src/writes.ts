/** A function for every write of the API. None is ever repeated by the client itself. */
import {
  calls,
  type LoginRequest,
  type PushToken,
  type StartRequest,
  type StopRequest,
} from '@shared/contract';
import type * as z from 'zod/mini';
import { request } from './request.ts';

export const writes = {
  /** 404 where e-mail or password is wrong. */
  login: (body: z.input<typeof LoginRequest>) => request(calls.login, { body }),
  addPushToken: (body: z.input<typeof PushToken>) => request(calls.addPushToken, { body }),
  removePushToken: (pushToken: string) => request(calls.removePushToken, { path: { pushToken } }),

  startCharge: (body: z.input<typeof StartRequest>, idempotencyKey: string) =>
    request(calls.startCharge, { body, idempotencyKey }),
  stopCharge: (body: z.input<typeof StopRequest>, idempotencyKey: string) =>
    request(calls.stopCharge, { body, idempotencyKey }),
} as const;
