/** Pix at any bank with the API Pix: an immediate charge (`cob`) for each order. */
import { createHash } from 'node:crypto';
import { addMs, DAY_MS, SECOND_MS } from '../../../../platform/time.ts';
import { bodyOf, isRefusal, type ProviderContext } from '../call-provider.ts';
import type {
  Check,
  Dispute,
  LookedUp,
  Movement,
  Payment,
  PaymentKey,
  Period,
  PixPort,
  Receipt,
  Refund,
  Refunded,
  RefundLookedUp,
  RefundRequest,
  Unknown,
} from '../ports.ts';
import {
  type ApiPixSettings,
  amountOf,
  Cob,
  createApiPix,
  Devolucao,
  type Pix,
  PixList,
  unexpected,
} from './client.ts';

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
const STATES: Record<string, Payment['state']> = {
  ATIVA: 'pending',
  CONCLUIDA: 'paid',
  [REMOVED]: 'canceled',
  REMOVIDA_PELO_PSP: 'canceled',
};
const PAGE = 100;
/** A Pix can be given back for 90 days, and somewhat later if it is disputed. */
const RETURNABLE_MS = 120 * DAY_MS;

type Found = { kind: 'found'; cob: Cob } | { kind: 'missing' } | Unknown;

export function createApiPixPort(settings: ApiPixSettings, context: ProviderContext): PixPort {
  const { now } = context.clock;
  const { url, key: chave } = settings;
  const bank = createApiPix(settings, context);
  // The key may be a tax number or a phone number, so its hash names the account.
  const keyHash = createHash('sha256').update(chave).digest('hex').slice(0, 12);

  const webhookPath = `/webhook/${encodeURIComponent(chave)}`;

  async function findCob({ txid }: PaymentKey): Promise<Found> {
    if (!txid) return { kind: 'missing' };
    const response = await bank.get(`/cob/${txid}`);
    const cob = bodyOf(Cob, response);
    if (cob?.txid === txid) return { kind: 'found', cob: await withPix(cob) };
    return response.status === 404 ? { kind: 'missing' } : unexpected('GET /cob/{txid}', response);
  }

  /** Adds the payments of a paid charge, which some banks list only separately. */
  async function withPix(cob: Cob): Promise<Cob> {
    if (STATES[cob.status] !== 'paid' || (cob.pix ?? []).length > 0) return cob;
    const pix: Pix[] = [];
    // Those without a txid, or with another one, are other payments to the same account.
    for await (const one of listPix({ from: cob.calendario.criacao, to: now() }, { txid: cob.txid }))
      if (one.txid === cob.txid) pix.push(one);
    return { ...cob, pix };
  }

  async function* listPix({ from, to }: Period, filter: Record<string, string> = {}): AsyncIterable<Pix> {
    for (let page = 0, pages = 1; page < pages; page++) {
      const query = new URLSearchParams({
        inicio: from.toISOString(),
        fim: to.toISOString(),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(PAGE),
        ...filter,
      });
      const response = await bank.get(`/pix?${query}`);
      const list = bodyOf(PixList, response);
      if (!list) throw unexpected('GET /pix', response).error;
      pages = list.parametros.paginacao.quantidadeDePaginas;
      yield* list.pix;
    }
  }

  async function lookUp(key: PaymentKey): Promise<LookedUp> {
    const found = await findCob(key);
    return found.kind === 'found' ? { kind: 'found', payment: paymentOf(found.cob, now()) } : found;
  }

  const pathOf = ({ endToEndId, id }: RefundRequest) =>
    `/pix/${encodeURIComponent(endToEndId ?? '')}/devolucao/${encodeURIComponent(id)}`;

  async function lookUpRefund(request: RefundRequest): Promise<RefundLookedUp> {
    const response = await bank.get(pathOf(request));
    const found = bodyOf(Devolucao, response);
    if (found) return { kind: 'found', refund: refundOf(found) };
    return response.status === 404
      ? { kind: 'missing' }
      : unexpected('GET /pix/{e2eid}/devolucao/{id}', response);
  }

  return {
    account: `api-pix/${new URL(url).host}/${keyHash}`,
    capabilities: { partialRefund: true, fullRefundDays: 90 },
    lookUp,
    lookUpRefund,

    async create(cents, key, { name, cpf }, dueDate) {
      if (!key.txid) return { kind: 'refused', reason: 'other' };
      const seconds = Math.max(1, Math.floor((dueDate.getTime() - now().getTime()) / SECOND_MS));
      const response = await bank.put(`/cob/${key.txid}`, {
        calendario: { expiracao: seconds },
        ...(cpf && name && { devedor: { cpf, nome: name } }),
        valor: { original: amountOf(cents) },
        chave,
        solicitacaoPagador: 'Crédito',
      });
      const created = bodyOf(Cob, response, [200, 201]);
      // An earlier request may have created it: the txid is then in use.
      const known: Found = created ? { kind: 'found', cob: created } : await findCob(key);
      const cob = known.kind === 'found' ? known.cob : undefined;
      if (cob?.pixCopiaECola && cob.valor.original === cents)
        return { kind: 'done', code: { qrcodeText: cob.pixCopiaECola, invoiceId: cob.txid } };
      if (known.kind === 'missing' && isRefusal(response))
        return { kind: 'refused', reason: 'other', code: String(response.status) };
      return known.kind === 'unknown' ? known : unexpected('PUT /cob/{txid}', response);
    },

    async cancel(key) {
      if (!key.txid) return { kind: 'missing' };
      const response = await bank.patch(`/cob/${key.txid}`, { status: REMOVED });
      const cob = bodyOf(Cob, response);
      if (cob) return { kind: 'found', payment: paymentOf(cob, now()) };
      // It has been paid or removed meanwhile, or the bank doesn't know it.
      return isRefusal(response) ? lookUp(key) : unexpected('PATCH /cob/{txid}', response);
    },

    async refund(request): Promise<Refunded> {
      if (!request.endToEndId) return { kind: 'refused', reason: 'notPaid' };
      const response = await bank.put(pathOf(request), { valor: amountOf(request.cents) });
      const done = bodyOf(Devolucao, response, [200, 201]);
      if (done) return { kind: 'done', refund: refundOf(done) };
      if (!isRefusal(response)) return unexpected('PUT /pix/{e2eid}/devolucao/{id}', response);
      // Some banks refuse a repeated id: it names the first refund.
      const earlier = await lookUpRefund(request);
      if (earlier.kind === 'unknown') return earlier;
      if (earlier.kind === 'found' && earlier.refund.cents === request.cents)
        return { kind: 'done', refund: earlier.refund };
      return { kind: 'refused', reason: 'other', code: String(response.status) };
    },

    async *list(period: Period): AsyncIterable<Movement> {
      const isWithin = ({ at }: Movement) => at >= period.from && at < period.to;
      for await (const { endToEndId: id, txid, valor: cents, horario: at } of listPix(period)) {
        const payment = { kind: 'payment' as const, id, txid, cents, at };
        if (isWithin(payment)) yield payment;
      }
      // The bank lists what was given back with its payment, which may be older.
      const from = addMs(period.from, -RETURNABLE_MS);
      for await (const pix of listPix({ from, to: period.to }, { devolucaoPresente: 'true' }))
        yield* returnsOf(pix).filter(isWithin);
    },

    async registerNotices(webhookUrl) {
      const { status } = await bank.put(webhookPath, { webhookUrl });
      return status === 200 || status === 201 || status === 204
        ? { ok: true, text: 'the bank sends notices of this key to this server.' }
        : { ok: false, text: `the bank responded with ${status} to the webhook.` };
    },

    async check(): Promise<Check[]> {
      const { status } = await bank.get(webhookPath);
      const isAccepted = status === 200 || status === 404;
      if (!isAccepted)
        return [{ ok: false, text: `the bank responded with ${status} to a request for the webhook.` }];
      const webhook = status === 200 ? 'has' : 'has no';
      return [
        { ok: true, text: 'the bank accepts certificate, credentials and key.' },
        { ok: status === 200, text: `the bank ${webhook} webhook of this key (pnpm payments webhook).` },
      ];
    },
  };
}

/** Returns a charge as the state of an order's payment. A code that has expired can't be paid. */
function paymentOf({ txid, status, calendario, pix = [] }: Cob, now: Date): Payment {
  const expiresAt = calendario.criacao.getTime() + calendario.expiracao * SECOND_MS;
  const received = pix.filter((one) => one.txid === undefined || one.txid === txid);
  const state = STATES[status] ?? 'pending';
  return {
    state,
    invoiceId: txid,
    receipts: received.map(receiptOf),
    isClosed: state !== 'pending' || expiresAt < now.getTime(),
    dispute: disputeOf(received),
  };
}

function receiptOf({ endToEndId, valor, horario, devolucoes = [] }: Pix): Receipt {
  const refunds = devolucoes.filter((one) => one.status !== 'NAO_REALIZADO' && !isSpecialReturn(one));
  return {
    cents: valor,
    endToEndId,
    receivedAt: horario,
    refundedCents: refunds.reduce((sum, { valor }) => sum + valor, 0),
  };
}

const isSpecialReturn = ({ natureza }: { natureza?: string | undefined }) =>
  natureza?.startsWith('MED_') ?? false;

/** The special return (MED) takes a Pix back, in full or in part. */
function disputeOf(pix: readonly Pix[]): Dispute | undefined {
  const taken = pix
    .flatMap(({ devolucoes = [] }) => devolucoes)
    .filter((one) => isSpecialReturn(one) && one.status === 'DEVOLVIDO');
  const cents = taken.reduce((sum, { valor }) => sum + valor, 0);
  return cents > 0 ? { state: 'lost', cents } : undefined;
}

function refundOf({ rtrId, status, valor }: Devolucao): Refund {
  const states: Record<string, Refund['state']> = { DEVOLVIDO: 'done', NAO_REALIZADO: 'rejected' };
  return { state: states[status] ?? 'processing', cents: valor, bankId: rtrId };
}

/** Returns what was given back of a Pix. A special return counts once it has happened. */
function returnsOf({ txid, devolucoes = [] }: Pix): Movement[] {
  return devolucoes.flatMap((one) => {
    const { id, valor: cents, status, horario } = one;
    const movement = { id, txid, cents, at: horario.liquidacao ?? horario.solicitacao };
    if (!isSpecialReturn(one)) return status === 'NAO_REALIZADO' ? [] : { kind: 'refund', ...movement };
    return status === 'DEVOLVIDO' ? { kind: 'dispute', state: 'lost', ...movement } : [];
  });
}
