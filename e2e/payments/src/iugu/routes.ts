/** iugu's API: https://dev.iugu.com/reference. */
import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Emulation } from '../emulation.ts';
import { type Call, type Handler, Refusal, type Reply, type Route } from '../http/serve.ts';
import { type Account, basicCredentials, ImpossibleAction } from '../payment.ts';
import { changeInvoice, createInvoice, type Invoice, setStatus, showInvoice } from './invoices.ts';
import {
  CardRequest,
  ChargeRequest,
  CustomerRequest,
  InvoiceRequest,
  RefundRequest,
  TokenRequest,
} from './schemas.ts';
import { CONDUCT, cardId, conductOf, conductOfCard, isUnanswered, tokenErrorsOf } from './test-cards.ts';

const DAY_MS = 86_400_000;
const MAX_LISTED = 100;
/** Rules of refunds by payment method: days since the payment, and whether a part can be refunded. */
const REFUNDS = {
  iugu_credit_card: { days: 180, inPart: true },
  iugu_pix: { days: 90, inPart: false },
} as const;
/** A browser sends a card from a frame of opaque origin. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/** What the acquirer's response to a charge makes of its invoice; a decline if it isn't listed. */
const CHARGED = {
  [CONDUCT.paid]: { status: 'paid', reply: { status: 'captured', success: true, message: 'Autorizado' } },
  [CONDUCT.silent]: { status: 'paid', reply: { status: 'captured', success: true, message: 'Autorizado' } },
  [CONDUCT.inAnalysis]: {
    status: 'in_analysis',
    reply: { status: 'authorized', success: true, message: 'Em análise' },
  },
  [CONDUCT.pending]: {
    status: 'pending',
    reply: { status: 'pending', success: false, message: 'Em processamento' },
  },
} as const;
const DECLINED = {
  status: 'canceled',
  reply: { status: 'unauthorized', success: false, message: 'Transação negada' },
} as const;
type Outcome = { status: 'paid' | 'in_analysis' | 'pending' | 'canceled'; reply: object };

const ok = (body: unknown): Reply => ({ status: 200, body });
const refuse = (status: number, errors: unknown) => new Refusal({ status, body: { errors } });
const notFound = (what: string) => refuse(404, `${what} Not Found`);

/** @throws Refusal with status 422 and the fields that violate `schema` */
function parsed<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  const errors = Object.groupBy(read.error.issues, ({ path }) => path.join('.'));
  throw refuse(
    422,
    Object.fromEntries(
      Object.entries(errors).map(([field, found]) => [field, found?.map(({ message }) => message)]),
    ),
  );
}

export function iuguRoutes({ accounts, state, now, notify }: Emulation): Route[] {
  const once = createIdempotency(now);

  const authorized =
    (handle: (account: Account, call: Call) => Reply): Handler =>
    (call) => {
      const [token] = basicCredentials(call.headers.authorization);
      const account = accounts.find(({ secret }) => secret === token);
      if (!account) throw refuse(401, 'Unauthorized');
      return handle(account, call);
    };
  const onInvoice = (handle: (account: Account, invoice: Invoice, call: Call) => Reply) =>
    authorized((account, call) => {
      const invoice = state.invoices[call.params.id ?? ''];
      if (invoice?.accountId !== account.id) throw notFound('Invoice');
      return handle(account, invoice, call);
    });

  /** Changes an invoice; an impossible change gets status 422. */
  function change(account: Account, invoice: Invoice, ...[what, cents]: ['cancel' | 'refund', number?]) {
    try {
      notify(invoice, changeInvoice(invoice, what, now(), cents));
    } catch (error) {
      throw error instanceof ImpossibleAction ? refuse(422, error.message) : error;
    }
    return ok(showInvoice(invoice, account));
  }

  function charge(account: Account, { body }: Call): Reply {
    const request = parsed(ChargeRequest, body);
    const card = request.customer_payment_method_id;
    const conduct = state.deletedCards.includes(card) ? undefined : conductOfCard(card);
    if (!conduct) throw refuse(422, { customer_payment_method_id: ['não foi encontrado'] });
    if (conduct === CONDUCT.error) throw refuse(422, { total: ['não é válido'] });
    const outcomes: Record<string, Outcome> = CHARGED;
    const { status, reply } = outcomes[conduct] ?? DECLINED;
    const invoice = createInvoice(account, request, 'iugu_credit_card', now());
    state.invoices[invoice.id] = invoice;
    if (status !== 'pending') invoice.lr = status === 'canceled' ? conduct : '00';
    if (status === 'paid') notify(invoice, changeInvoice(invoice, 'pay', now()));
    else if (status === 'canceled') notify(invoice, changeInvoice(invoice, 'decline', now()));
    else if (status === 'in_analysis') {
      setStatus(invoice, status, now());
      notify(invoice, ['invoice.status_changed']);
    }
    return {
      ...ok({ ...reply, errors: {}, LR: invoice.lr ?? null, invoice_id: invoice.id }),
      lost: conduct === CONDUCT.silent,
    };
  }

  function refund(account: Account, invoice: Invoice, { body }: Call) {
    const { partial_value_refund_cents: cents } = parsed(RefundRequest, body);
    const { days, inPart } = REFUNDS[invoice.method];
    const paidAt = Date.parse(invoice.reachedAt.paid ?? invoice.createdAt);
    if (now().getTime() - paidAt > days * DAY_MS) throw refuse(422, `o prazo de reembolso é de ${days} dias`);
    if (cents !== undefined && !inPart) throw refuse(422, 'reembolso parcial não permitido');
    if (cents !== undefined && cents > invoice.paidCents - invoice.refundedCents)
      throw refuse(422, 'o valor é maior que o saldo da fatura');
    return change(account, invoice, 'refund', cents);
  }

  function list(account: Account, { query }: Call) {
    const wanted = query.get('query') ?? '';
    const since = Date.parse(query.get('updated_since') ?? '1970-01-01');
    const all = Object.values(state.invoices).filter(({ accountId }) => accountId === account.id);
    const found = all.filter(
      ({ updatedAt, request }) =>
        Date.parse(updatedAt) >= since &&
        (wanted === '' || wanted === request.order_id || wanted === request.external_reference),
    );
    const start = Number(query.get('start') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? MAX_LISTED), MAX_LISTED);
    const page = found.reverse().slice(start, start + limit);
    // iugu counts all invoices here, whatever is searched for.
    return ok({ totalItems: all.length, items: page.map((invoice) => showInvoice(invoice, account)) });
  }

  function createToken({ body }: Call): Reply {
    const { account_id, data, method, test = false } = parsed(TokenRequest, body);
    const { number, month, year } = data;
    const errors = accounts.some(({ id }) => id === account_id)
      ? tokenErrorsOf(number)
      : { account_id: ['não é válido'] };
    if (errors) throw refuse(422, errors);
    const id = randomUUID();
    const card = {
      display_number: `XXXX-XXXX-XXXX-${number.slice(-4)}`,
      holder_name: `${data.first_name} ${data.last_name}`.trim(),
      month: Number(month),
      year: Number(year),
    };
    state.tokens[id] = { cardId: cardId(conductOf(number), number.slice(-4)), ...card };
    return { ...ok({ id, method, test, extra_info: card }), lost: isUnanswered(number) };
  }

  function saveCard(_account: Account, { body, params }: Call) {
    if (state.deletedCustomers?.includes(params.customer ?? '')) throw notFound('Customer');
    const { token, description } = parsed(CardRequest, body);
    const typed = state.tokens[token];
    // A token can be used once.
    delete state.tokens[token];
    if (!typed) throw refuse(422, { token: ['não é válido'] });
    const { cardId: id, ...data } = typed;
    return ok({ id, description, item_type: 'credit_card', customer_id: params.customer, data });
  }

  function deleteCard(_account: Account, { params: { id = '' } }: Call) {
    if (!conductOfCard(id) || state.deletedCards.includes(id)) throw notFound('PaymentMethod');
    state.deletedCards.push(id);
    return ok({ id, item_type: 'credit_card' });
  }

  function createCustomer(_account: Account, { body }: Call) {
    const customer = parsed(CustomerRequest, body);
    return ok({
      id: randomBytes(16).toString('hex').toUpperCase(),
      ...customer,
      created_at: now().toISOString(),
    });
  }

  function deleteCustomer(_account: Account, { params: { customer = '' } }: Call) {
    state.deletedCustomers = [...(state.deletedCustomers ?? []), customer];
    return ok({ id: customer });
  }

  function createPixInvoice(account: Account, { body }: Call) {
    const request = parsed(InvoiceRequest, body);
    const invoice = createInvoice(account, request, 'iugu_pix', now());
    if (Date.parse(`${invoice.dueDate}T23:59:59-03:00`) < now().getTime())
      throw refuse(422, { due_date: ['não pode estar no passado'] });
    state.invoices[invoice.id] = invoice;
    notify(invoice, ['invoice.created']);
    return ok(showInvoice(invoice, account));
  }

  return [
    [
      'OPTIONS',
      '/v1/payment_token',
      () => ({ status: 204, headers: { ...ANY_ORIGIN, 'access-control-allow-headers': 'content-type' } }),
    ],
    ['POST', '/v1/payment_token', (call) => ({ ...replyOf(() => createToken(call)), headers: ANY_ORIGIN })],
    [
      'GET',
      '/v1/accounts/:id',
      authorized((account, { params }) => {
        if (params.id !== account.id) throw notFound('Account');
        return ok({ id: account.id, name: 'Conta de teste', 'can_receive?': true, 'is_verified?': true });
      }),
    ],
    ['POST', '/v1/customers', once(authorized(createCustomer))],
    ['DELETE', '/v1/customers/:customer', authorized(deleteCustomer)],
    ['POST', '/v1/customers/:customer/payment_methods', authorized(saveCard)],
    ['DELETE', '/v1/customers/:customer/payment_methods/:id', authorized(deleteCard)],
    ['POST', '/v1/charge', once(authorized(charge))],
    ['POST', '/v1/invoices', once(authorized(createPixInvoice))],
    ['GET', '/v1/invoices', authorized(list)],
    ['GET', '/v1/invoices/:id', onInvoice((account, invoice) => ok(showInvoice(invoice, account)))],
    ['PUT', '/v1/invoices/:id/cancel', onInvoice((account, invoice) => change(account, invoice, 'cancel'))],
    ['POST', '/v1/invoices/:id/refund', onInvoice(refund)],
  ];
}

/** Returns the reply of a handler, also if it refuses. */
function replyOf(handle: () => Reply): Reply {
  try {
    return handle();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

const REMEMBERED_MS = 24 * 3_600_000;
const CONFLICT: Reply = { status: 409, body: { errors: 'Idempotency-Key em uso' } };

/**
 * Returns a wrapper for handlers with which requests with an `Idempotency-Key` are performed once in
 * 24 hours: a repeat gets the first response, and 409 while that has not been sent.
 */
function createIdempotency(now: () => Date) {
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
