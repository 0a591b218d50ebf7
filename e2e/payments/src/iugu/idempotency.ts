import type { Handler, Reply } from '../http/serve.ts';

const REMEMBERED_MS = 24 * 3_600_000;
const CONFLICT: Reply = { status: 409, body: { errors: 'Idempotency-Key em uso' } };

/**
 * Returns a wrapper for handlers with which requests with an `Idempotency-Key` are performed once in
 * 24 hours: a repeat gets the first response, and 409 while that has not been sent.
 */
export function createIdempotency(now: () => Date) {
  const seen = new Map<string, { at: number; reply: Promise<Reply>; isSent: boolean }>();
  return (handle: Handler): Handler =>
    async (call) => {
      const key = call.headers['idempotency-key'];
      if (key === undefined) return handle(call);
      const id = `${call.headers.authorization} ${key}`;
      const first = seen.get(id);
      if (first && now().getTime() - first.at < REMEMBERED_MS)
        return first.isSent ? { ...(await first.reply), lost: false } : CONFLICT;
      const request = { at: now().getTime(), reply: Promise.resolve(handle(call)), isSent: false };
      seen.set(id, request);
      call.ended.then(() => {
        request.isSent = true;
      });
      return request.reply;
    };
}
