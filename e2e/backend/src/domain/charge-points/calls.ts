/** Calls to charge points and their results. */
export type Params = Record<string, unknown>;

/**
 * - `offline`: there is no connection, so nothing was sent
 * - `timeout`: no reply in time; the charge point may still carry out the call
 * - `disconnected`: the connection ended after the call was sent; it may have been carried out
 * - `error`: the charge point, or the validation before sending, rejected it with an error
 *   (OCPP-J §4.2.3)
 */
export type CallFailure =
  | { reply?: undefined; failure: 'offline' | 'timeout' | 'disconnected'; errorCode?: undefined }
  | { reply?: undefined; failure: 'error'; errorCode: string };
/** Serializable as JSON, so that another instance can make the call. */
export type CallResult = { reply: Params; failure?: undefined; errorCode?: undefined } | CallFailure;
export type Call = (method: string, params: Params, timeoutMs: number) => Promise<CallResult>;

/** Handles a call of a charge point, and returns the confirmation. */
export type Handler = (chargePointId: string, params: Params) => Promise<Params>;

/** What the handlers of one connection use. */
export interface HandlerOptions {
  sendCall: SendCall;
  runAfterResponse: (task: () => Promise<unknown>) => void;
  /** At a site that receives unknown charge points: its connectors are added as reported. */
  visitor: boolean;
  logProtocolError: (reason: string) => void;
}

/**
 * This instance has no connection and can't reach the others, or a query or an unreadable reply failed:
 * the charge point may have received the call.
 */
interface Unreachable {
  reply?: undefined;
  failure: 'unreachable';
  errorCode?: undefined;
}
export type SendResult = CallResult | Unreachable;

/**
 * Sends a call to a charge point. Never rejects: the result has the reason if there is no reply.
 * Waits for a charge point to reconnect if its instance shuts down.
 * @param timeoutMs limit of the whole call, including the time it waits for earlier ones
 */
export type SendCall = (
  chargePointId: string,
  method: string,
  params: Params,
  timeoutMs: number,
) => Promise<SendResult>;
