import * as z from 'zod/mini';
import { id, optional, text } from './fields.ts';
import { parseJson, readLeniently } from './lenient.ts';

/** Body of a failed call: `{error: {code, message}}`, `{code, message}` or plain text. */
const Detail = z.looseObject({ code: optional(id), message: optional(text) });
const Wrapped = z.looseObject({ error: Detail });
/** An error's body, if it is JSON. */
export const ErrorBody = z.union([Wrapped, Detail]);

/** Returns code and message of a failed call's body, parsed or not; each empty if it is missing. */
export function readErrorBody(body: unknown) {
  const parsed = typeof body === 'string' ? parseJson(body) : body;
  const json = parsed === undefined ? body : parsed;
  const wrapped = readLeniently(Wrapped, json);
  const detail = wrapped.success ? wrapped.data.error : readLeniently(Detail, json).data;
  return {
    code: detail?.code ?? '',
    message: detail?.message ?? (typeof json === 'string' ? json.trim() : ''),
  };
}
