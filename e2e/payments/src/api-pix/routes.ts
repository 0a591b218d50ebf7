/** The central bank's API Pix 2.9.0, with the OAuth token endpoint of its security section. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Emulation } from '../emulation.ts';
import { type Call, type Handler, Refusal, type Reply, type Route } from '../http/serve.ts';
import { type Account, basicCredentials } from '../payment.ts';
import { pixCode } from '../pix-code.ts';
import {
  addReturn,
  type Cob,
  CobRevisada,
  CobSolicitada,
  Consulta,
  centsOf,
  DevolucaoId,
  DevolucaoSolicitada,
  type Pix,
  remainingOf,
  settleReturn,
  TxId,
  WebhookSolicitado,
} from './cobs.ts';

const TOKEN_SECONDS = 3600;
const RETURN_DAYS = 90;
const DAY_MS = 86_400_000;

/** Types of the specification's problems (RFC 7807). */
const PROBLEMS = {
  NaoEncontrado: [404, 'Não encontrado'],
  AcessoNegado: [403, 'Acesso negado'],
  /** Not in the specification: the gateway in front of the API refuses an old token. */
  TokenInvalido: [401, 'Token inválido'],
  CobOperacaoInvalida: [400, 'Cobrança inválida'],
  PixConsultaInvalida: [400, 'Consulta inválida'],
  PixDevolucaoInvalida: [400, 'Devolução inválida'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido'],
} as const;
type Problem = keyof typeof PROBLEMS;
type Violacao = { razao: string; propriedade: string };

export function problem(name: Problem, ...violacoes: Violacao[]): Reply {
  const [status, title] = PROBLEMS[name];
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`;
  const body = { type, title, status, ...(violacoes.length > 0 && { violacoes }) };
  return { status, body, type: 'application/problem+json' };
}

/** @throws Refusal with a violation per field that violates `schema` */
function parsed<T>(schema: z.ZodMiniType<T>, content: unknown, name: Problem, prefix: string): T {
  const read = schema.safeParse(content ?? {});
  if (read.success) return read.data;
  const violacoes = read.error.issues.map(({ path, message }) => ({
    razao: message,
    propriedade: [prefix, ...path].join('.'),
  }));
  throw new Refusal(problem(name, ...violacoes));
}

export function apiPixRoutes({ accounts, state, now, faults, notifyPix }: Emulation): Route[] {
  /** Access tokens with their account and end. */
  const tokens = new Map<string, { account: Account; expiresAt: number }>();

  const authorized =
    (handle: (account: Account, call: Call) => Reply): Handler =>
    (call) => {
      const [, token = ''] = /^Bearer (.+)$/i.exec(call.headers.authorization ?? '') ?? [];
      const found = tokens.get(token);
      if (!found || found.expiresAt <= now().getTime()) throw new Refusal(problem('TokenInvalido'));
      return handle(found.account, call);
    };
  const onCob = (handle: (cob: Cob, call: Call) => Reply) =>
    authorized((account, call) => {
      const cob = state.cobs[call.params.txid ?? ''];
      if (cob?.accountId !== account.id) throw new Refusal(problem('NaoEncontrado'));
      return handle(cob, call);
    });
  const cobsOf = ({ id }: Account) => Object.values(state.cobs).filter(({ accountId }) => accountId === id);
  const onPix = (handle: (pix: Pix, call: Call, cob: Cob) => Reply) =>
    authorized((account, call) => {
      for (const cob of cobsOf(account)) {
        const pix = cob.pix.find(({ endToEndId }) => endToEndId === call.params.e2eid);
        if (pix) return handle(pix, call, cob);
      }
      throw new Refusal(problem('NaoEncontrado'));
    });
  const onWebhook = (handle: (key: string, call: Call) => Reply) =>
    authorized(({ pixKey }, call) => {
      if (call.params.chave !== pixKey) throw new Refusal(problem('AcessoNegado'));
      return handle(pixKey, call);
    });

  function createAccessToken({ headers, body }: Call): Reply {
    const [user, password] = basicCredentials(headers.authorization);
    const account = accounts.find(({ id, secret }) => id === user && secret === password);
    const grant = z.object({ grant_type: z.literal('client_credentials') }).safeParse(body);
    if (!account) return { status: 401, body: { error: 'invalid_client' } };
    if (!grant.success) return { status: 400, body: { error: 'unsupported_grant_type' } };
    const access_token = randomUUID();
    tokens.set(access_token, { account, expiresAt: now().getTime() + TOKEN_SECONDS * 1000 });
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } };
  }

  function createCob(account: Account, { params, body }: Call): Reply {
    const txid = parsed(TxId, params.txid, 'CobOperacaoInvalida', 'cob.txid');
    const request = parsed(CobSolicitada, body, 'CobOperacaoInvalida', 'cob');
    const refuse = (propriedade: string, razao: string) =>
      new Refusal(problem('CobOperacaoInvalida', { propriedade, razao }));
    if (state.cobs[txid]) throw refuse('cob.txid', 'O txid encontra-se em uso.');
    if (request.chave !== account.pixKey)
      throw refuse('cob.chave', 'A chave não pertence ao usuário recebedor.');
    const cents = centsOf(request.valor.original);
    if (cents === 0) throw refuse('cob.valor.original', 'O valor é zero.');
    const cob: Cob = {
      ...request,
      accountId: account.id,
      txid,
      calendario: { criacao: now().toISOString(), ...request.calendario },
      revisao: 0,
      status: 'ATIVA',
      pixCopiaECola: pixCode(cents, txid, account.pixKey),
      pix: [],
    };
    state.cobs[txid] = cob;
    return { status: 201, body: showCob(cob) };
  }

  function reviseCob(cob: Cob, { body }: Call): Reply {
    const revision = parsed(CobRevisada, body, 'CobOperacaoInvalida', 'cob');
    if (cob.status !== 'ATIVA') {
      const razao = 'A cobrança não está ATIVA.';
      throw new Refusal(problem('CobOperacaoInvalida', { propriedade: 'cob.status', razao }));
    }
    Object.assign(cob, revision, { revisao: cob.revisao + 1 });
    return { status: 200, body: showCob(cob) };
  }

  function listPix(account: Account, { query }: Call): Reply {
    const { inicio, fim, ...wanted } = parsed(
      Consulta,
      Object.fromEntries(query),
      'PixConsultaInvalida',
      'parametros',
    );
    const found = cobsOf(account)
      .flatMap(({ pix }) => pix)
      .filter(
        ({ horario, txid, devolucoes = [] }) =>
          Date.parse(horario) >= Date.parse(inicio) &&
          Date.parse(horario) <= Date.parse(fim) &&
          (!wanted.txid || txid === wanted.txid) &&
          (!wanted.devolucaoPresente || String(devolucoes.length > 0) === wanted.devolucaoPresente),
      );
    const { 'paginacao.paginaAtual': paginaAtual, 'paginacao.itensPorPagina': itensPorPagina } = wanted;
    const paginacao = {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(found.length / itensPorPagina)),
      quantidadeTotalDeItens: found.length,
    };
    const pix = found.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina);
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, pix } };
  }

  function returnPix(pix: Pix, { params, body }: Call, cob: Cob): Reply {
    const id = parsed(DevolucaoId, params.id, 'PixDevolucaoInvalida', 'devolucao.id');
    const { valor } = parsed(DevolucaoSolicitada, body, 'PixDevolucaoInvalida', 'devolucao');
    const refuse = (propriedade: string, razao: string) =>
      new Refusal(problem('PixDevolucaoInvalida', { propriedade, razao }));
    const cents = centsOf(valor);
    const existing = pix.devolucoes?.find((one) => one.id === id);
    if (existing && centsOf(existing.valor) === cents) return { status: 201, body: existing };
    if (existing) throw refuse('devolucao.id', 'O id já foi usado.');
    if (cents === 0 || cents > remainingOf(pix)) throw refuse('devolucao.valor', 'O valor excede o do Pix.');
    if (now().getTime() - Date.parse(pix.horario) > RETURN_DAYS * DAY_MS)
      throw refuse('devolucao', `O prazo de ${RETURN_DAYS} dias terminou.`);
    const devolucao = addReturn(pix, now(), cents, { id, natureza: 'ORIGINAL' });
    const reply: Reply = { status: 201, body: structuredClone(devolucao) };
    settleReturn(devolucao, now(), faults.current.returnsFail);
    notifyPix(cob, pix.endToEndId);
    return reply;
  }

  return [
    ['POST', '/oauth/token', createAccessToken],
    ['PUT', '/v2/cob/:txid', authorized(createCob)],
    ['PATCH', '/v2/cob/:txid', onCob(reviseCob)],
    ['GET', '/v2/cob/:txid', onCob((cob) => ({ status: 200, body: showCob(cob) }))],
    ['GET', '/v2/pix', authorized(listPix)],
    ['PUT', '/v2/pix/:e2eid/devolucao/:id', onPix(returnPix)],
    [
      'GET',
      '/v2/pix/:e2eid/devolucao/:id',
      onPix(({ devolucoes }, { params }) => {
        const body = devolucoes?.find(({ id }) => id === params.id);
        return body ? { status: 200, body } : problem('NaoEncontrado');
      }),
    ],
    [
      'PUT',
      '/v2/webhook/:chave',
      onWebhook((key, { body }) => {
        const request = parsed(WebhookSolicitado, body, 'WebhookOperacaoInvalida', 'webhook');
        state.webhooks[key] = { ...request, criacao: now().toISOString() };
        return { status: 200 };
      }),
    ],
    [
      'GET',
      '/v2/webhook/:chave',
      onWebhook((chave) => {
        const webhook = state.webhooks[chave];
        return webhook ? { status: 200, body: { ...webhook, chave } } : problem('NaoEncontrado');
      }),
    ],
  ];
}

/** Returns a charge as the API shows it. */
function showCob({ accountId: _, pix, ...cob }: Cob) {
  return { ...cob, ...(pix.length > 0 && { pix }) };
}
