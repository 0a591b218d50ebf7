import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { type Answer, pixClient, startReceiver } from '../emulator.testing.ts';
import { type Emulator, startEmulator } from '../emulator.ts';
import { SANDBOX_ACCOUNT } from '../payment.ts';
import { CobRevisada, CobSolicitada, DevolucaoSolicitada } from './cobs.ts';

const HOUR_MS = 3_600_000;
/** Path of the specification's `openapi.yaml`, which isn't part of the repository. */
const { PIX_API_YAML = '' } = process.env;
let now: number;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let emulator: Emulator;
let api: Awaited<ReturnType<typeof pixClient>>;

beforeEach(async () => {
  now = Date.parse('2026-11-26T15:00:00Z');
  receiver = await startReceiver();
  emulator = await startEmulator({ now: () => new Date(now), retryDelaysMs: [0, 0] });
  api = await pixClient(emulator.url);
  await api('PUT', `/webhook/${SANDBOX_ACCOUNT.pixKey}`, { webhookUrl: `${receiver.url}/notices` });
});
afterEach(async () => {
  await emulator.close();
  receiver.close();
});

const charge = {
  calendario: { expiracao: 900 },
  devedor: { cpf: '52998224725', nome: 'Ana Lima' },
  valor: { original: '50.00' },
  chave: SANDBOX_ACCOUNT.pixKey,
  solicitacaoPagador: 'Crédito',
};
const txidOf = (id: number) => `faisca${String(id).padStart(20, '0')}`;
const create = (id: number, more = {}) => api('PUT', `/cob/${txidOf(id)}`, { ...charge, ...more });
const cob = async (id: number) => (await api('GET', `/cob/${txidOf(id)}`)).body;
const pixOf = async (id: number) => (await cob(id)).pix as { endToEndId: string; valor: string }[];
const problemOf = ({ status, body }: Answer) => [status, String(body.type).split('/').at(-1)];

test('creates a charge with a code that can be paid once, and notifies of the Pix', async () => {
  const created = await create(1);
  expect(created).toMatchObject({ status: 201, body: { status: 'ATIVA', revisao: 0, txid: txidOf(1) } });
  expect(created.body.pixCopiaECola).toContain(txidOf(1));
  emulator.perform(txidOf(1), { action: 'pay' });
  expect(await cob(1)).toMatchObject({ status: 'CONCLUIDA', pix: [{ valor: '50.00', txid: txidOf(1) }] });
  expect(() => emulator.perform(txidOf(1), { action: 'pay' })).toThrow('impossible');
  const [notice] = await receiver.first(1);
  expect(notice?.path).toBe('/notices/pix');
  expect(JSON.parse(notice?.body ?? '')).toEqual({ pix: await pixOf(1) });
});

test('a code is paid twice, with less, or after its end, but not after its removal', async () => {
  for (const id of [1, 2, 3, 4]) await create(id);
  emulator.perform(txidOf(1), { action: 'payTwice' });
  expect(new Set((await pixOf(1)).map(({ endToEndId }) => endToEndId)).size).toBe(2);
  emulator.perform(txidOf(2), { action: 'payLess' });
  expect(await pixOf(2)).toMatchObject([{ valor: '25.00' }]);
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  expect((await api('PATCH', `/cob/${txidOf(4)}`, removal)).body).toMatchObject({ ...removal, revisao: 1 });
  expect(problemOf(await api('PATCH', `/cob/${txidOf(4)}`, removal))).toEqual([400, 'CobOperacaoInvalida']);
  now += HOUR_MS / 2;
  expect(() => emulator.perform(txidOf(3), { action: 'pay' })).toThrow('impossible');
  emulator.perform(txidOf(3), { action: 'payLate' });
  expect(await cob(3)).toMatchObject({ status: 'CONCLUIDA' });
  expect(() => emulator.perform(txidOf(4), { action: 'payLate' })).toThrow('impossible');
});

test('gives a Pix back in parts, once per id, never more than was paid, for 90 days', async () => {
  await create(1);
  emulator.perform(txidOf(1), { action: 'pay' });
  const [pix] = await pixOf(1);
  const path = `/pix/${pix?.endToEndId}/devolucao`;
  const giveBack = (id: string, valor: string) => api('PUT', `${path}/${id}`, { valor });
  expect(await giveBack('a', '20.00')).toMatchObject({ status: 201, body: { status: 'EM_PROCESSAMENTO' } });
  expect((await api('GET', `${path}/a`)).body).toMatchObject({ status: 'DEVOLVIDO', valor: '20.00' });
  expect(await giveBack('a', '20.00')).toMatchObject({ status: 201, body: { status: 'DEVOLVIDO' } });
  expect(problemOf(await giveBack('a', '30.00'))).toEqual([400, 'PixDevolucaoInvalida']);
  expect(problemOf(await giveBack('b', '30.01'))).toEqual([400, 'PixDevolucaoInvalida']);
  emulator.behave({ returnsFail: true });
  await giveBack('c', '30.00');
  expect((await api('GET', `${path}/c`)).body).toMatchObject({ status: 'NAO_REALIZADO' });
  expect(await giveBack('d', '10.00')).toMatchObject({ status: 201 });
  now += 91 * 24 * HOUR_MS;
  const later = await pixClient(emulator.url);
  expect(problemOf(await later('PUT', `${path}/e`, { valor: '1.00' }))).toEqual([
    400,
    'PixDevolucaoInvalida',
  ]);
});

test('the bank takes a Pix back by a special return', async () => {
  await create(1);
  emulator.perform(txidOf(1), { action: 'pay' });
  emulator.perform(txidOf(1), { action: 'specialReturn' });
  const [pix] = await pixOf(1);
  expect(pix).toMatchObject({
    devolucoes: [{ natureza: 'MED_FRAUDE', valor: '50.00', status: 'DEVOLVIDO' }],
  });
});

test('lists the Pix of a period by pages', async () => {
  for (const id of [1, 2, 3]) await create(id);
  for (const id of [1, 2, 3]) emulator.perform(txidOf(id), { action: 'pay' });
  const period = 'inicio=2026-11-26T00:00:00Z&fim=2026-11-27T00:00:00Z';
  const page = await api('GET', `/pix?${period}&paginacao.itensPorPagina=2&paginacao.paginaAtual=1`);
  expect(page.body).toMatchObject({
    pix: [{ txid: txidOf(3) }],
    parametros: { paginacao: { quantidadeDePaginas: 2, quantidadeTotalDeItens: 3 } },
  });
  expect((await api('GET', `/pix?${period}&txid=${txidOf(2)}`)).body.pix).toEqual(await pixOf(2));
  expect((await api('GET', `/pix?${period}&txid=${txidOf(4)}`)).body.pix).toEqual([]);
  expect(problemOf(await api('GET', '/pix'))).toEqual([400, 'PixConsultaInvalida']);
});

test('sends a notice again until it is received, and as many copies as commanded', async () => {
  const failing = await startReceiver(500, 503);
  await api('PUT', `/webhook/${SANDBOX_ACCOUNT.pixKey}`, { webhookUrl: failing.url });
  await create(1);
  emulator.perform(txidOf(1), { action: 'pay' });
  const bodies = (await failing.first(3)).map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
  emulator.behave({ noticeCopies: 3 });
  emulator.perform(txidOf(1), { action: 'notifyAgain' });
  expect(await failing.first(6)).toHaveLength(6);
  failing.close();
});

test('goes away for a time', async () => {
  for (const how of ['refuse', 'lose'] as const) {
    emulator.behave({ away: { how, forMs: HOUR_MS } });
    await expect(create(1)).rejects.toThrow();
    now += HOUR_MS;
    api = await pixClient(emulator.url);
    expect((await api('GET', `/cob/${txidOf(1)}`)).status).toBe(how === 'lose' ? 200 : 404);
  }
  emulator.behave({ away: { how: 'unavailable', forMs: HOUR_MS } });
  expect((await create(1)).status).toBe(503);
});

test('refuses wrong credentials, an old token, a taken txid and the key of another account', async () => {
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const headers = { authorization: `Basic ${Buffer.from('sandbox:wrong').toString('base64')}` };
  expect((await fetch(`${emulator.url}/oauth/token`, { method: 'POST', headers, body })).status).toBe(401);
  await create(1);
  expect(problemOf(await create(1))).toEqual([400, 'CobOperacaoInvalida']);
  expect(problemOf(await create(2, { chave: 'outra@example.com' }))).toEqual([400, 'CobOperacaoInvalida']);
  expect((await create(2, { valor: { original: '50' } })).body).toMatchObject({
    violacoes: [{ propriedade: 'cob.valor.original' }],
  });
  expect((await api('GET', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(200);
  now += HOUR_MS;
  expect((await api('GET', `/cob/${txidOf(1)}`)).status).toBe(401);
});

const specified = existsSync(PIX_API_YAML) ? test : test.skip;

/** Returns validators for the specification's schemas. */
function readSpecification() {
  // Some of its patterns are written with the slashes of JavaScript.
  const document = readFileSync(PIX_API_YAML, 'utf8').replace(/pattern: "\/(.+)\/"/g, 'pattern: "$1"');
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(parse(document), 'pix');
  return (name: string, value: unknown) => {
    const isValid = ajv.validate({ $ref: `pix#/components/schemas/${name}` }, value);
    return isValid ? [] : ajv.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

specified("its responses follow the central bank's specification", async () => {
  const errorsOf = readSpecification();
  expect(errorsOf('CobGerada', (await create(1)).body)).toEqual([]);
  emulator.perform(txidOf(1), { action: 'pay' });
  const [pix] = await pixOf(1);
  const devolucao = await api('PUT', `/pix/${pix?.endToEndId}/devolucao/a`, { valor: '10.00' });
  expect(errorsOf('Devolucao', devolucao.body)).toEqual([]);
  emulator.perform(txidOf(1), { action: 'specialReturn' });
  expect(errorsOf('CobCompleta', await cob(1))).toEqual([]);
  expect(errorsOf('Pix', (await pixOf(1))[0])).toEqual([]);
  expect(errorsOf('Problema', (await create(1)).body)).toEqual([]);
  const period = 'inicio=2026-11-26T00:00:00Z&fim=2026-11-27T00:00:00Z';
  const { parametros } = (await api('GET', `/pix?${period}`)).body;
  expect(errorsOf('ParametrosConsultaPix', parametros)).toEqual([]);
});

specified("accepts and refuses requests as the central bank's specification does", () => {
  const errorsOf = readSpecification();
  const requests = [
    { schema: CobSolicitada, name: 'CobSolicitada', value: charge },
    { schema: CobSolicitada, name: 'CobSolicitada', value: { ...charge, calendario: {} } },
    { schema: CobSolicitada, name: 'CobSolicitada', value: { ...charge, devedor: { cpf: '52998224725' } } },
    {
      schema: CobSolicitada,
      name: 'CobSolicitada',
      value: { ...charge, devedor: { cpf: '1', nome: 'Ana' } },
    },
    { schema: CobSolicitada, name: 'CobSolicitada', value: { ...charge, valor: {} } },
    { schema: CobSolicitada, name: 'CobSolicitada', value: { ...charge, valor: { original: 50 } } },
    { schema: CobSolicitada, name: 'CobSolicitada', value: { ...charge, chave: undefined } },
    {
      schema: CobSolicitada,
      name: 'CobSolicitada',
      value: { ...charge, solicitacaoPagador: 'x'.repeat(141) },
    },
    { schema: CobRevisada, name: 'CobRevisada', value: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } },
    { schema: CobRevisada, name: 'CobRevisada', value: { status: 'CONCLUIDA' } },
    { schema: DevolucaoSolicitada, name: 'DevolucaoSolicitada', value: { valor: '1.00' } },
    { schema: DevolucaoSolicitada, name: 'DevolucaoSolicitada', value: {} },
  ];
  const verdicts = requests.map(({ schema, name, value }) => {
    const plain = JSON.parse(JSON.stringify(value)) as object;
    return { value, here: schema.safeParse(plain).success, there: errorsOf(name, plain)?.length === 0 };
  });
  expect(verdicts.filter(({ here, there }) => here !== there)).toEqual([]);
});
