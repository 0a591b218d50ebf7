/** Immediate charges of API Pix (`cob`): what clients request, and what payers and banks do to them. */

import * as z from 'zod/mini';
import { type Action, type Command, ImpossibleAction, type Payment } from '../payment.ts';
import { endToEndId } from '../pix-code.ts';

type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

export interface Devolucao {
  id: string;
  rtrId: string;
  valor: string;
  natureza: 'ORIGINAL' | 'MED_FRAUDE';
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

export interface Pix {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  devolucoes?: Devolucao[];
}

/** A charge as the API shows it, with its account. */
export interface Cob extends Omit<CobSolicitada, 'calendario'> {
  accountId: string;
  txid: string;
  calendario: { criacao: string; expiracao: number };
  revisao: number;
  status: CobStatus;
  pixCopiaECola: string;
  pix: Pix[];
}

export const centsOf = (valor: string) => Math.round(Number(valor) * 100);
const valorOf = (cents: number) => (cents / 100).toFixed(2);

const expiresAt = ({ calendario: { criacao, expiracao } }: Cob) => Date.parse(criacao) + expiracao * 1000;
const isPayable = (cob: Cob, now: Date) => cob.status === 'ATIVA' && expiresAt(cob) > now.getTime();
/** A payment that a bank has begun arrives although the code has expired meanwhile. */
const isPayableLate = ({ status }: Cob) => status === 'ATIVA';
/** Two payments of one code, both begun before the first one was settled. */
const isPayableAgain = (cob: Cob, now: Date) => isPayable(cob, now) || cob.status === 'CONCLUIDA';

/** Cents of a Pix that have not been given back, and aren't being given back. */
export const remainingOf = ({ valor, devolucoes = [] }: Pix) =>
  devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((rest, devolucao) => rest - centsOf(devolucao.valor), centsOf(valor));

/** Returns the newest Pix of which something can be returned. */
const returnable = ({ pix }: Cob) => pix.findLast((one) => remainingOf(one) > 0);

type Step = {
  isPossible: (cob: Cob, now: Date) => boolean;
  /** Returns the ids of the Pix that a notice is about. */
  perform: (cob: Cob, now: Date, cents: number | undefined) => string[];
};
const originalCents = (cob: Cob) => centsOf(cob.valor.original);

const payOnce: Step['perform'] = (cob, now, cents = originalCents(cob)) => [pay(cob, now, cents)];

const STEPS: Partial<Record<Action, Step>> = {
  pay: { isPossible: isPayable, perform: payOnce },
  payLate: { isPossible: isPayableLate, perform: payOnce },
  payLess: {
    isPossible: isPayable,
    perform: (cob, now, cents = Math.ceil(originalCents(cob) / 2)) => [pay(cob, now, cents)],
  },
  payTwice: {
    isPossible: isPayableAgain,
    perform: (cob, now) =>
      Array.from({ length: cob.status === 'ATIVA' ? 2 : 1 }, () => pay(cob, now, originalCents(cob))),
  },
  decline: {
    isPossible: isPayableLate,
    perform(cob) {
      cob.status = 'REMOVIDA_PELO_PSP';
      return [];
    },
  },
  expire: {
    isPossible: isPayable,
    perform(cob, now) {
      cob.calendario.expiracao = Math.floor((now.getTime() - Date.parse(cob.calendario.criacao)) / 1000);
      return [];
    },
  },
  specialReturn: {
    isPossible: (cob) => returnable(cob) !== undefined,
    perform(cob, now, cents) {
      const pix = returnable(cob);
      if (!pix) return [];
      const devolucao = addReturn(pix, now, cents ?? remainingOf(pix), {
        id: endToEndId('D', now),
        natureza: 'MED_FRAUDE',
      });
      settleReturn(devolucao, now, false);
      return [pix.endToEndId];
    },
  },
  notifyAgain: {
    isPossible: ({ pix }) => pix.length > 0,
    perform: ({ pix }) => pix.map((one) => one.endToEndId),
  },
};

function pay(cob: Cob, now: Date, cents: number): string {
  const id = endToEndId('E', now);
  const { txid, chave } = cob;
  cob.pix.push({ endToEndId: id, txid, valor: valorOf(cents), chave, horario: now.toISOString() });
  cob.status = 'CONCLUIDA';
  return id;
}

/** Begins to give cents of a Pix back. */
export function addReturn(
  pix: Pix,
  now: Date,
  cents: number,
  { id, natureza }: Pick<Devolucao, 'id' | 'natureza'>,
): Devolucao {
  const devolucao: Devolucao = {
    id,
    rtrId: endToEndId('D', now),
    valor: valorOf(cents),
    natureza,
    horario: { solicitacao: now.toISOString() },
    status: 'EM_PROCESSAMENTO',
  };
  pix.devolucoes = [...(pix.devolucoes ?? []), devolucao];
  return devolucao;
}

/** Ends a return that was begun. */
export function settleReturn(devolucao: Devolucao, now: Date, fails: boolean): void {
  devolucao.status = fails ? 'NAO_REALIZADO' : 'DEVOLVIDO';
  if (fails) devolucao.motivo = 'Conta do pagador encerrada';
  else devolucao.horario.liquidacao = now.toISOString();
}

/**
 * Performs a command and returns the ids of the Pix to send a notice of.
 * @throws ImpossibleAction
 */
export function commandCob(cob: Cob, { action, cents }: Command, now: Date): string[] {
  const step = STEPS[action];
  if (!step?.isPossible(cob, now))
    throw new ImpossibleAction(`${action} is impossible for a charge ${cob.status}`);
  return step.perform(cob, now, cents);
}

/** Returns a charge as the control server lists it. */
export function cobAsPayment(cob: Cob, now: Date): Payment {
  const paidCents = cob.pix.reduce((sum, { valor }) => sum + centsOf(valor), 0);
  const steps = Object.entries(STEPS) as [Action, Step][];
  return {
    id: cob.txid,
    api: 'api-pix',
    method: 'pix',
    reference: cob.txid,
    status: cob.status,
    cents: originalCents(cob),
    paidCents,
    returnedCents: paidCents - cob.pix.reduce((sum, pix) => sum + remainingOf(pix), 0),
    createdAt: cob.calendario.criacao,
    actions: steps.filter(([, { isPossible }]) => isPossible(cob, now)).map(([action]) => action),
  };
}

/** Requests of the central bank's API Pix 2.9.0, as far as the product uses them. */

/** Reais with two decimals, for example `50.00`. */
const valor = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));
export const TxId = z.string().check(z.regex(/^[a-zA-Z0-9]{26,35}$/));
const Devedor = z.object({
  cpf: z.string().check(z.regex(/^\d{11}$/)),
  nome: z.string().check(z.maxLength(200)),
});
const chave = z.string().check(z.maxLength(77));
const solicitacaoPagador = z.optional(z.string().check(z.maxLength(140)));

export const CobSolicitada = z.object({
  calendario: z.object({ expiracao: z._default(z.int().check(z.positive()), 86_400) }),
  devedor: z.optional(Devedor),
  valor: z.object({ original: valor }),
  chave,
  solicitacaoPagador,
});
export type CobSolicitada = z.output<typeof CobSolicitada>;

export const CobRevisada = z.object({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR') });

export const DevolucaoId = z.string().check(z.regex(/^[a-zA-Z0-9]{1,35}$/));
export const DevolucaoSolicitada = z.object({ valor });

export const WebhookSolicitado = z.object({ webhookUrl: z.url() });

const page = z.coerce.number().check(z.int(), z.gte(0));
/** Query of a list. Unknown parameters are ignored, as the specification says. */
export const Consulta = z.object({
  inicio: z.iso.datetime({ offset: true }),
  fim: z.iso.datetime({ offset: true }),
  txid: z.optional(z.string()),
  devolucaoPresente: z.optional(z.enum(['true', 'false'])),
  'paginacao.paginaAtual': z._default(page, 0),
  'paginacao.itensPorPagina': z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(1000)), 100),
});
