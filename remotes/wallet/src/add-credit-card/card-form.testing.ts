/** Renders the card screen with a fake of the page in the payment frame. */
import { afterEach, beforeEach, expect, rs } from '@rstest/core';
import {
  AppConfig,
  type PaymentFrameMessage,
  type PaymentFrameStart,
  type TokenRequest,
} from '@shared/contract';
import { configAtom, toastsAtom } from '@shared/state';
import { type MockResponses, renderScreen } from '@shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

export const list = '/marca/paymentMethods';
export const visa = { id: 31, item_type: 'credit_card', description: 'visa 4242', is_default: true };
export const noContent = () => new Response(null, { status: 204 });
const token = {
  id: 'tok-1',
  method: 'credit_card',
  extra_info: { brand: 'visa', display_number: 'XXXX-XXXX-XXXX-1111' },
};

/** Fake of the page in the frame and the provider's script, recording what they receive. */
export const provider = {
  response: token as unknown,
  loads: true,
  /** Finishes loading the script when `slow` is set. */
  finishLoading: () => {},
  slow: false,
  /** Sends the response when `silent` is set. */
  respond: () => {},
  silent: false,
  throws: false,
  /** The frame shows an error page, which runs no script. */
  unreachable: false,
  given: [] as unknown[][],
  /** URLs of the scripts that frames load. */
  scripts: [] as string[],
  ports: [] as MessagePort[],
  /** URLs of the pages in the frames. */
  pages: [] as (string | null)[],
};
export const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('iframe')];

function startIn(frame: HTMLIFrameElement) {
  Object.defineProperty(frame, 'contentWindow', {
    value: {
      postMessage: ({ scriptUrl, ...account }: PaymentFrameStart, _: string, [port]: MessagePort[]) => {
        if (!port || provider.unreachable) return;
        provider.ports.push(port);
        provider.scripts.push(scriptUrl);
        provider.given.push(['account', account]);
        const post = (message: PaymentFrameMessage) => port.postMessage(message);
        port.onmessage = ({ data: { id, card } }: MessageEvent<TokenRequest>) => {
          provider.given.push(['card', card]);
          const response = provider.throws ? undefined : { value: provider.response };
          provider.respond = () => post({ type: 'token', id, ...(response && { response }) });
          if (!provider.silent) provider.respond();
        };
        post({ type: 'started' });
        provider.finishLoading = () =>
          post(provider.loads ? { type: 'ready' } : { type: 'failed', reason: 'not loaded' });
        if (!provider.slow) provider.finishLoading();
      },
    },
  });
  fireEvent.load(frame);
}

/** Replaces the page in the frame for every test in a file. */
export function installFakeFrame(): void {
  beforeEach(startFake);
  afterEach(endFake);
}

/** Time limits of the product, in ms: for the start of the frame and for the provider's responses. */
const LIMITS = [5_000, 30_000];

function startFake() {
  const { setTimeout } = globalThis;
  // A busy machine would exceed the limits. They apply only to fake timers.
  rs.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms = 0) =>
    LIMITS.includes(ms) ? 0 : setTimeout(callback, ms)) as typeof setTimeout);
  const flags = { loads: true, slow: false, silent: false, unreachable: false, throws: false };
  Object.assign(provider, { response: token, ...flags, given: [], scripts: [], ports: [], pages: [] });
  const append = document.body.append.bind(document.body);
  rs.spyOn(document.body, 'append').mockImplementation((frame) => {
    if (!(frame instanceof HTMLIFrameElement)) return;
    provider.pages.push(frame.getAttribute('src'));
    // Otherwise the test DOM would fetch the page.
    frame.removeAttribute('src');
    append(frame);
    queueMicrotask(() => startIn(frame));
  });
  rs.spyOn(console, 'warn').mockImplementation(() => undefined);
}

function endFake() {
  rs.restoreAllMocks();
  for (const port of provider.ports) port.close();
}

export function show(responses: MockResponses = {}, { scriptUrl = 'https://pay.example/1.js' } = {}) {
  const view = renderScreen(remote, {
    at: '/marca/addCreditCard',
    cameFrom: list,
    loggedIn: true,
    responses: {
      'GET /UserPaymentMethods': [visa],
      'POST /UserPaymentMethods': noContent,
      'POST /payment/IuguPaymentTokenResponse': noContent,
      ...responses,
    },
  });
  const config = AppConfig.parse({ payment: { scriptUrl, accountId: 'acc', testMode: true } });
  act(() => view.store.set(configAtom, config));
  return { ...view, toasts: () => view.store.get(toastsAtom).map(({ title }) => title) };
}
export const field = (name: string) => screen.findByRole('textbox', { name });
export const save = () => screen.getByRole('button', { name: 'Salvar Cartão' });
const TYPED = {
  Nome: 'Ana',
  Sobrenome: 'de Souza',
  'CPF/CNPJ': '52998224725',
  'Número do cartão': '4111111111111111',
  Validade: '0731',
  CVV: '123',
};
export async function fill(view: ReturnType<typeof show>, typed: Partial<typeof TYPED> = {}) {
  for (const [name, text] of Object.entries({ ...TYPED, ...typed })) {
    await view.user.click(await field(name));
    await view.user.paste(text);
  }
}
export async function fillAndSave(view: ReturnType<typeof show>) {
  await fill(view);
  await waitFor(() => expect(save()).toBeEnabled());
  await view.user.click(save());
}
/** Records the bodies of POST requests. */
export function recordBodies() {
  const bodies: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (input instanceof Request && input.method === 'POST') bodies.push(await input.clone().text());
    return fetch(input, init);
  };
  return bodies;
}
