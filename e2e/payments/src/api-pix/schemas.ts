/** Requests of the central bank's API Pix 2.9.0, as far as the product uses them. */
import * as z from 'zod/mini';

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
