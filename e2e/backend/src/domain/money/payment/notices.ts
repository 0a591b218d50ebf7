/**
 * Notices of the payment providers. Anybody could send one, so a notice is only a hint: its orders
 * are looked up at once, and what the provider says then is applied.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { and, inArray, or } from '../../../platform/database/orm.ts';
import { orders } from '../../../platform/database/schema.ts';
import { notFound } from '../../../platform/failure.ts';
import { addressBlocksOf } from '../../../platform/limits/client-address.ts';
import { NOTICE_ROUTES, requireLimits, routePath } from '../../../platform/limits/limits.ts';
import type { MoneyContext } from '../context.ts';
import type { CardPort, PixPort } from './ports.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Banks send a few payments at a time. */
const MAX_PAYMENTS = 100;
const PixNotice = z.object({ txid: z.optional(z.string()) });
const PixNotices = z.union([z.array(PixNotice), z.object({ pix: z.array(PixNotice) })]);

type Notice = FastifyRequest<{ Params: { secret: string } }>;

/** Names of payments: those of the provider, and our own. */
interface Hint {
  invoiceIds: string[];
  txids: string[];
}

/** `app` is scoped to `/v1/notices`, so that no other route parses forms. */
export function registerNotices(app: FastifyInstance, context: MoneyContext): void {
  const { db, now, payments } = context;
  app.addHook('onRoute', requireLimits);
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  for (const { path, read, kind } of [
    { path: NOTICE_ROUTES.iuguNotice.path, read: readIugu, kind: 'iugu' },
    { path: NOTICE_ROUTES.pixNotice.path, read: readPix, kind: 'api-pix' },
    { path: NOTICE_ROUTES.pixNotices.path, read: readPix, kind: 'api-pix' },
  ] as const)
    app.post(routePath(path), async (request: Notice) => {
      await app.limits.take('paymentNotices', ...addressBlocksOf(request.ip));
      const ports = portsOf(kind, request.params.secret);
      if (ports.length === 0) throw notFound('NOTICE');
      await lookUpSoon(ports, read(request.body));
      return {};
    });

  /** Returns the ports with this secret, in constant time. */
  function portsOf(kind: 'iugu' | 'api-pix', secret: string): (CardPort | PixPort)[] {
    const all = (payments?.all ?? []).flatMap(({ cards, pix }) => [cards ?? [], pix ?? []].flat());
    return all.filter(
      ({ account, noticeSecret }) =>
        account.startsWith(`${kind}/`) && noticeSecret !== undefined && isSame(secret, noticeSecret),
    );
  }

  /** Makes the orders due that a notice names, if they were paid at the provider that sent it. */
  async function lookUpSoon(ports: (CardPort | PixPort)[], { invoiceIds, txids }: Hint): Promise<void> {
    if (invoiceIds.length + txids.length === 0) return;
    await db
      .update(orders)
      .set({ nextLookUpAt: now() })
      .where(
        and(
          inArray(
            orders.provider,
            ports.map(({ account }) => account),
          ),
          or(inArray(orders.invoiceId, invoiceIds), inArray(orders.txid, txids)),
        ),
      );
  }
}

const hashOf = (value: string) => createHash('sha256').update(value).digest();
const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other));

/** A name of a payment that could be stored; anything else names none. */
const named = (value: string | null | undefined) => (value && /^[\w-]{1,64}$/.test(value) ? [value] : []);

function readIugu(body: unknown): Hint {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams();
  return {
    invoiceIds: named(fields.get('data[id]')),
    txids: [...named(fields.get('data[order_id]')), ...named(fields.get('data[external_reference]'))],
  };
}

function readPix(body: unknown): Hint {
  const read = PixNotices.safeParse(body).data ?? [];
  const payments = (Array.isArray(read) ? read : read.pix).slice(0, MAX_PAYMENTS);
  return { invoiceIds: [], txids: payments.flatMap(({ txid }) => named(txid)) };
}
