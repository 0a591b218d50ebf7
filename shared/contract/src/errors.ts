import * as z from 'zod/mini';
import { id, optional, text } from './fields.ts';
import { parseJson, readLeniently } from './lenient.ts';

/** Body of a failed call: `{error: {code, message}}`, `{code, message}` or plain text. */
const Detail = z.looseObject({ code: optional(id), message: optional(text) });
const Wrapped = z.looseObject({ error: Detail });

export interface ErrorDetail {
  code: string;
  message: string;
}

/** Returns code and message of a failed call's body, each empty if it is missing. */
export function readErrorBody(body: string): ErrorDetail {
  const json = parseJson(body);
  if (json === undefined) return { code: '', message: body.trim() };
  const wrapped = readLeniently(Wrapped, json);
  const detail = wrapped.success ? wrapped.data.error : readLeniently(Detail, json).data;
  if (detail) return { code: detail.code ?? '', message: detail.message ?? '' };
  return { code: '', message: typeof json === 'string' ? json : '' };
}
