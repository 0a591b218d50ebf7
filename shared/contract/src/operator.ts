/**
 * Commands of operators to charge points. They aren't in `calls.ts`, because the app doesn't send
 * them, only `pnpm charger` or an operator's own system.
 */
import * as z from 'zod/mini';
import type { Call } from './calls.ts';

/** Longest time to wait for a charge point, in ms, below the call's own timeout. */
export const COMMAND_TIMEOUT_MS = 20_000;

/** OCPP 1.6 §7.43. Case-insensitive, like every CiString of OCPP. */
const key = z.string().check(z.regex(/^\S(?:.{0,48}\S)?$/));
const connectorId = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));

/** Returns whether a configuration key is the charge point's password, which no log may contain. */
export const isAuthorizationKey = (given: string): boolean => given.toLowerCase() === 'authorizationkey';
/** 16 to 20 bytes in hex. Lower case, because charge points that decode it lose the case. */
const AUTHORIZATION_KEY = /^(?:[0-9a-f]{2}){16,20}$/;

/** `command` is the name of a request of OCPP 1.6 §6; the other fields are the request's. */
export const ChargePointCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('Reset'), type: z.enum(['Soft', 'Hard']) }),
  z.strictObject({ command: z.literal('UnlockConnector'), connectorId }),
  z.strictObject({
    command: z.literal('ChangeAvailability'),
    /** 0 is the whole charge point. */
    connectorId: z.union([z.literal(0), connectorId]),
    type: z.enum(['Operative', 'Inoperative']),
  }),
  z
    .strictObject({
      command: z.literal('ChangeConfiguration'),
      key,
      value: z.string().check(z.maxLength(500)),
    })
    .check(
      z.refine((given) => !isAuthorizationKey(given.key) || AUTHORIZATION_KEY.test(given.value), {
        path: ['value'],
      }),
    ),
  z.strictObject({
    command: z.literal('GetConfiguration'),
    /** All keys, if absent. */
    key: z.optional(z.array(key).check(z.minLength(1), z.maxLength(100))),
  }),
  z.strictObject({
    command: z.literal('TriggerMessage'),
    requestedMessage: z.enum([
      'BootNotification',
      'DiagnosticsStatusNotification',
      'FirmwareStatusNotification',
      'Heartbeat',
      'MeterValues',
      'StatusNotification',
    ]),
    connectorId: z.optional(connectorId),
  }),
]);
export type ChargePointCommand = z.output<typeof ChargePointCommand>;

/**
 * - `replied`: the charge point's own status, such as `Accepted`, `Rejected` or `RebootRequired`
 * - `configuration`: its reply to GetConfiguration
 * - `offline`: it isn't connected, and nothing was sent
 * - `timeout`: no reply in time; it may still carry out the command
 * - `disconnected`: the connection ended before a reply; it may have carried out the command
 * - `unreachable`: the server can't reach the instance that may have the connection; the charge
 *   point may have carried out the command
 * - `error`: it replied with an error of OCPP-J §4.2.3, for example `NotImplemented`
 */
export const CommandResponse = z.discriminatedUnion('result', [
  z.object({ result: z.literal('replied'), status: z.string() }),
  z.object({
    result: z.literal('configuration'),
    /** A write-only key has no value. */
    configurationKey: z.array(
      z.object({ key: z.string(), readonly: z.boolean(), value: z.optional(z.string()) }),
    ),
    unknownKey: z.array(z.string()),
  }),
  z.object({ result: z.enum(['offline', 'timeout', 'disconnected', 'unreachable']) }),
  z.object({ result: z.literal('error'), errorCode: z.string() }),
]);
export type CommandResponse = z.output<typeof CommandResponse>;

/**
 * 403 if the user isn't an operator, 404 if the user's brand doesn't have the charge point, 409 if
 * the command would lower the charge point's security profile.
 */
export const commandChargePoint: Call<
  '/operator/ChargePointCommand/{chargePointId}',
  typeof ChargePointCommand,
  typeof CommandResponse
> = {
  method: 'POST',
  path: '/operator/ChargePointCommand/{chargePointId}',
  body: ChargePointCommand,
  response: CommandResponse,
  timeout: 30_000,
};
