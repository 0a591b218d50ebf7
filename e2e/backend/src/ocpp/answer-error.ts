import { createRPCError } from 'ocpp-rpc';
import * as z from 'zod/mini';

/** Returns what a charge point is sent in place of an error. It names no internals, such as a failed query. */
export function answerError(error: unknown): ReturnType<typeof createRPCError> {
  return error instanceof z.core.$ZodError
    ? createRPCError('FormationViolation', 'Payload could not be read')
    : createRPCError('InternalError', 'Internal error');
}
