import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import {
  AppConfig,
  type PaymentFrameMessage,
  type PaymentFrameStart,
  type TokenRequest,
} from '@shared/contract';
import { configAtom, toastsAtom } from '@shared/state';
import { type Answers, failure, renderScreen } from '@shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

const list = '/marca/paymentMethods';
const visa = { id: 31, item_type: 'credit_card', description: 'visa 4242', is_default: true };
const noContent = () => new Response(null, { status: 204 });
const token = {
  id: 'tok-1',
  method: 'credit_card',
  extra_info: { brand: 'visa', display_number: 'XXXX-XXXX-XXXX-1111' },
};

/** A fake of the page in the frame, with the provider's script in it, and what it received. */
const provider = {
  answer: token as unknown,
  loads: true,
  /** Lets the script come, where it is `slow`. */
  come: () => {},
  slow: false,
  /** Answers late, where it is `silent`. */
  answerNow: () => {},
  silent: false,
  throws: false,
  /** The frame shows an error page, in which nothing runs. */
  unreachable: false,
  given: [] as unknown[][],
  /** Addresses of scripts that frames load. */
  scripts: [] as string[],
  ports: [] as MessagePort[],
  /** Addresses of the pages in the frames. */
  pages: [] as (string | null)[],
};
const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('iframe')];

function startIn(frame: HTMLIFrameElement) {
  Object.defineProperty(frame, 'contentWindow', {
    value: {
      postMessage: ({ scriptUrl, ...account }: PaymentFrameStart, _: string, [port]: MessagePort[]) => {
        if (!port || provider.unreachable) return;
        provider.ports.push(port);
        provider.scripts.push(scriptUrl);
        provider.given.push(['account', account]);
        const tell = (message: PaymentFrameMessage) => port.postMessage(message);
        port.onmessage = ({ data: { id, card } }: MessageEvent<TokenRequest>) => {
          provider.given.push(['card', card]);
          const answer = provider.throws ? undefined : { value: provider.answer };
          provider.answerNow = () => tell({ type: 'token', id, ...(answer && { answer }) });
          if (!provider.silent) provider.answerNow();
        };
        tell({ type: 'started' });
        provider.come = () =>
          tell(provider.loads ? { type: 'ready' } : { type: 'failed', reason: 'not loaded' });
        if (!provider.slow) provider.come();
      },
    },
  });
  fireEvent.load(frame);
}

beforeEach(() => {
  Object.assign(provider, {
    answer: token,
    loads: true,
    slow: false,
    silent: false,
    unreachable: false,
    throws: false,
  });
  Object.assign(provider, { given: [], scripts: [], ports: [], pages: [] });
  const append = document.body.append.bind(document.body);
  rs.spyOn(document.body, 'append').mockImplementation((frame) => {
    if (!(frame instanceof HTMLIFrameElement)) return;
    provider.pages.push(frame.getAttribute('src'));
    // Or the test's DOM would fetch the page.
    frame.removeAttribute('src');
    append(frame);
    queueMicrotask(() => startIn(frame));
  });
  rs.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
  for (const port of provider.ports) port.close();
});

function show(answers: Answers = {}, { scriptUrl = 'https://pay.example/1.js' } = {}) {
  const view = renderScreen(remote, {
    at: '/marca/addCreditCard',
    cameFrom: list,
    loggedIn: true,
    answers: {
      'GET /UserPaymentMethods': [visa],
      'POST /UserPaymentMethods': noContent,
      'POST /payment/IuguPaymentTokenResponse': noContent,
      ...answers,
    },
  });
  const config = AppConfig.parse({ payment: { scriptUrl, accountId: 'acc', testMode: true } });
  act(() => view.store.set(configAtom, config));
  return { ...view, toasts: () => view.store.get(toastsAtom).map(({ title }) => title) };
}
const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Salvar Cartão' });
const TYPED = {
  Nome: 'Ana',
  Sobrenome: 'de Souza',
  'CPF/CNPJ': '52998224725',
  'Número do cartão': '4111111111111111',
  Validade: '0731',
  CVV: '123',
};
async function fill(view: ReturnType<typeof show>, typed: Partial<typeof TYPED> = {}) {
  for (const [name, text] of Object.entries({ ...TYPED, ...typed }))
    await view.user.type(await field(name), text);
}
async function fillAndSave(view: ReturnType<typeof show>) {
  await fill(view);
  await waitFor(() => expect(save()).toBeEnabled());
  await view.user.click(save());
}
/** Bodies that were sent to our server. */
function watchBodies() {
  const bodies: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (input instanceof Request && input.method === 'POST') bodies.push(await input.clone().text());
    return fetch(input, init);
  };
  return bodies;
}

test('a card goes to the provider, and to our server its token alone', async () => {
  const view = show();
  const bodies = watchBodies();
  await fill(view);
  expect(await field('CPF/CNPJ')).toHaveValue('529.982.247-25');
  expect(await field('Número do cartão')).toHaveValue('4111 1111 1111 1111');
  expect(await field('Validade')).toHaveValue('07/31');
  await view.user.click(screen.getByRole('switch', { name: 'Tornar cartão principal' }));
  await waitFor(() => expect(save()).toBeEnabled());
  await view.user.click(save());
  await waitFor(() => expect(view.address()).toBe(list));
  const number = '4111111111111111';
  const names = { firstName: 'Ana', lastName: 'de Souza' };
  expect(provider.given).toEqual([
    ['account', { accountId: 'acc', testMode: true }],
    ['card', { number, month: '07', year: '2031', ...names, cvv: '123' }],
  ]);
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    { description: 'visa 1111', token: 'tok-1', set_as_default: true, cpf_cnpj: '52998224725' },
  ]);
  expect(view.toasts()).toEqual(['Cartão salvo com sucesso']);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('1111');
});

test('the first card is the main one without a question', async () => {
  const view = show({ 'GET /UserPaymentMethods': [] });
  const bodies = watchBodies();
  await fill(view);
  expect(screen.getByRole('switch')).toBeChecked();
  expect(screen.getByRole('switch')).toBeDisabled();
  await waitFor(() => expect(save()).toBeEnabled());
  await view.user.click(save());
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ set_as_default: true });
});

test.each(['Nome', 'Sobrenome', 'Número do cartão', 'Validade', 'CVV'])('%s is required', async (name) => {
  const { user } = show();
  const input = await field(name);
  await user.click(input);
  await user.tab();
  await waitFor(() => expect(input).toHaveAccessibleDescription('Campo Obrigatório'));
  expect(save()).toBeDisabled();
});

test.each([
  ['CPF/CNPJ', '11111111111'],
  ['CPF/CNPJ', '11222333000180'],
  ['Número do cartão', '4111111111111112'],
  ['Validade', '1331'],
  ['Validade', '0120'],
  ['CVV', '12'],
])('%s: %s is invalid', async (name, text) => {
  const { user } = show();
  const input = await field(name);
  await user.type(input, text);
  await user.tab();
  await waitFor(() => expect(input).toHaveAccessibleDescription('Campo Inválido'));
  expect(save()).toBeDisabled();
});

test('browsers are told what each field is of a card', async () => {
  show();
  const hints = { Nome: 'cc-given-name', Sobrenome: 'cc-family-name', 'Número do cartão': 'cc-number' };
  for (const [name, hint] of Object.entries({ ...hints, Validade: 'cc-exp', CVV: 'cc-csc' }))
    expect(await field(name)).toHaveAttribute('autocomplete', hint);
});

test.each([
  [{ errors: { number: ['não é válido'] } }, { code: 'number', message: 'não é válido' }],
  [{ errors: { number: 'is_invalid' } }, { code: 'number', message: 'is_invalid' }],
  [{ errors: 'Não foi possível gerar o token' }, { code: '', message: 'Não foi possível gerar o token' }],
  [{ errors: ['um', 'outro'] }, { code: '', message: 'um, outro' }],
  [{ errors: 'card 4111 1111 1111 1111 cvv 123' }, { code: '', message: 'card … cvv …' }],
  ['nonsense', { code: '', message: 'unreadable answer' }],
])(
  'the provider’s error %j is told, and only its code and message are passed on',
  async (answer, reported) => {
    provider.answer = answer;
    const view = show();
    const bodies = watchBodies();
    await fillAndSave(view);
    expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(JSON.parse(bodies[0] ?? '')).toEqual(reported);
    expect(view.asked).not.toContain('POST /UserPaymentMethods');
    expect(await field('Número do cartão')).toHaveValue('4111 1111 1111 1111');
  },
);

test('a provider that does not answer is given up on and told; its late answer changes nothing', async () => {
  provider.silent = true;
  const view = show();
  await fill(view);
  await waitFor(() => expect(save()).toBeEnabled());
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => rs.advanceTimersByTimeAsync(ms));
  act(() => save().click());
  await pass(29_000);
  expect(save()).toHaveAttribute('aria-busy', 'true');
  await pass(2000);
  rs.useRealTimers();
  expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
  expect(view.asked).toContain('POST /payment/IuguPaymentTokenResponse');
  provider.answerNow();
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByText('Erro ao cadastrar o cartão.')).toBeVisible();
  expect(save()).not.toHaveAttribute('aria-busy');
  expect(view.asked).not.toContain('POST /UserPaymentMethods');
  expect(view.toasts()).toEqual([]);
  expect(view.address()).toBe('/marca/addCreditCard');
  expect(await field('CVV')).toHaveValue('123');
});

test('a script that cannot be loaded says so, nothing typed is lost, and it is tried again', async () => {
  provider.loads = false;
  const view = show();
  expect(await screen.findByText(/Não foi possível abrir o serviço de pagamento/)).toBeVisible();
  await fill(view);
  expect(save()).toBeDisabled();
  provider.loads = true;
  await view.user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(save()).toBeEnabled());
  expect(await field('CVV')).toHaveValue('123');
  await view.user.click(save());
  await waitFor(() => expect(view.address()).toBe(list));
});

test('while the script is on its way that is said, and Enter shows what is wrong', async () => {
  provider.slow = true;
  const view = show();
  await fill(view, { CVV: '12' });
  expect(await screen.findByText('Abrindo o serviço de pagamento…')).toHaveRole('status');
  expect(save()).toBeDisabled();
  await view.user.type(await field('CVV'), '{Enter}');
  await waitFor(async () => expect(await field('CVV')).toHaveAccessibleDescription('Campo Inválido'));
  await view.user.type(await field('CVV'), '3{Enter}');
  expect(provider.given.filter(([what]) => what === 'card')).toEqual([]);
  provider.come();
  await waitFor(() => expect(save()).toBeEnabled());
  expect(screen.getByRole('status')).toHaveTextContent('Insira os dados do cartão de crédito');
  await view.user.click(save());
  await waitFor(() => expect(view.address()).toBe(list));
});

test('a script that comes at once is not spoken of', async () => {
  show();
  await screen.findByRole('status');
  await act(() => new Promise((resolve) => setTimeout(resolve, 1100)));
  expect(screen.getByRole('status')).toHaveTextContent('Insira os dados do cartão de crédito');
});

test('a site without a provider says that cards cannot be saved', async () => {
  show({}, { scriptUrl: '' });
  expect(await screen.findByText(/No momento não é possível cadastrar cartões/)).toBeVisible();
  expect(provider.scripts).toEqual([]);
  expect(frames()).toEqual([]);
});

test('runs the script in a sandboxed frame, and removes the frame with the screen', async () => {
  const view = show({}, { scriptUrl: 'https://pay.example/own.js' });
  await waitFor(() => expect(provider.scripts).toEqual(['https://pay.example/own.js']));
  const [frame, ...others] = frames();
  expect(others).toEqual([]);
  expect(provider.pages).toEqual(['/payment-frame.html']);
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  expect(frame).not.toBeVisible();
  expect(document.querySelector('script[src*="pay.example"]')).toBeNull();
  await view.user.click(await screen.findByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(view.address()).toBe(list));
  expect(frames()).toEqual([]);
});

test('shows a failure when the frame gets an error page', async () => {
  provider.unreachable = true;
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show();
  const failure = /Não foi possível abrir o serviço de pagamento/;
  for (let seconds = 0; seconds < 20 && !screen.queryByText(failure); seconds++)
    await act(() => rs.advanceTimersByTimeAsync(1_000));
  rs.useRealTimers();
  expect(screen.getByText(failure)).toBeVisible();
  expect(frames()).toEqual([]);
});

test('shows a failure when the provider throws, and reports nothing that was typed', async () => {
  provider.throws = true;
  const view = show();
  const bodies = watchBodies();
  await fillAndSave(view);
  expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ code: 'script', message: 'the provider failed' });
});

test('saves the card when the user leaves while a token is made, then removes the frame', async () => {
  provider.silent = true;
  const view = show();
  await fillAndSave(view);
  await waitFor(() => expect(provider.given.at(-1)?.[0]).toBe('card'));
  await view.user.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar Cartão' })).toBeNull());
  expect(frames()).toHaveLength(1);
  provider.answerNow();
  await waitFor(() => expect(view.asked).toContain('POST /UserPaymentMethods'));
  expect(frames()).toEqual([]);
});

test('where our server’s answer was lost, the same token is sent again', async () => {
  const view = show({
    'POST /UserPaymentMethods': (_: URL, times: number) =>
      times === 0 ? Promise.reject(new TypeError('Failed to fetch')) : noContent(),
  });
  const bodies = watchBodies();
  await fillAndSave(view);
  expect(await screen.findByText('Sua conexão está instável. Por favor, tente mais tarde.')).toBeVisible();
  await view.user.click(save());
  await waitFor(() => expect(view.address()).toBe(list));
  expect(bodies[1]).toBe(bodies[0]);
  expect(provider.given.filter(([what]) => what === 'card')).toHaveLength(1);
});

test('a token that our server refuses is not offered again', async () => {
  const view = show({
    'POST /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? failure(400)() : noContent()),
  });
  await fillAndSave(view);
  expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
  await view.user.click(save());
  await waitFor(() => expect(view.address()).toBe(list));
  expect(provider.given.filter(([what]) => what === 'card')).toHaveLength(2);
});

test('who leaves is told that the card was refused', async () => {
  const answer = Promise.withResolvers<Response>();
  const view = show({ 'POST /UserPaymentMethods': () => answer.promise });
  await fillAndSave(view);
  await waitFor(() => expect(view.asked).toContain('POST /UserPaymentMethods'));
  await view.user.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar Cartão' })).toBeNull());
  answer.resolve(failure(422)());
  const toast = { title: 'Falha ao salvar', text: 'Erro ao cadastrar o cartão.' };
  await waitFor(() => expect(view.store.get(toastsAtom)).toMatchObject([toast]));
});
