/**
 * Validates OCPP 2.0.1 by a second copy of the standard's schemas, that of `typed-ocpp`, which shares no
 * code with `ocpp-rpc`.
 */
import { isDeepStrictEqual } from 'node:util';
import { OCPP20 } from 'typed-ocpp';

/** Returns a function that describes what violates OCPP in each frame of one connection, in their order. */
export function createFrameCheck() {
  const calls = new Map<string, OCPP20.Call>();

  /** @param isSent whether the client sent the frame: either side numbers its own calls */
  return (text: string, isSent: boolean): string[] => {
    const frame: unknown = JSON.parse(text);
    if (!OCPP20.validate(frame)) return OCPP20.validate.errors;
    if (OCPP20.isCall(frame)) calls.set(`${isSent} ${frame[1]}`, frame);
    if (OCPP20.isCallResult(frame)) {
      const call = calls.get(`${!isSent} ${frame[1]}`);
      if (!call) return [`a result without a call: ${text}`];
      if (!OCPP20.checkCallResult(frame, call)) return OCPP20.checkCallResult.errors;
    }
    // The library deletes a field that the standard lacks, where a strict client refuses the message.
    return isDeepStrictEqual(frame, JSON.parse(text)) ? [] : [`a field that the standard lacks: ${text}`];
  };
}

/** Describes what violates OCPP in a call of the central system, and in its reply if it has one. */
export function violationsOf(method: string, params: object, reply?: object): string[] {
  const check = createFrameCheck();
  const sent = check(JSON.stringify([2, '1', method, params]), false);
  return reply ? [...sent, ...check(JSON.stringify([3, '1', reply]), true)] : sent;
}
