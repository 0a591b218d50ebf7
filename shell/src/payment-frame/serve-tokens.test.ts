import { afterEach, beforeEach, expect, onTestFinished, rs, test } from '@rstest/core';
import type { PaymentFrameMessage, TypedCard } from '@shared/contract';
import { type Provider, serve, serveTokens } from './serve-tokens.ts';

const START = { scriptUrl: 'https://pay.example/1.js', accountId: 'acc', testMode: true };
const CARD: TypedCard = {
  number: '4111111111111111',
  month: '07',
  year: '2031',
  firstName: 'Ana',
  lastName: 'Souza',
  cvv: '123',
};
const TOKEN = { id: 'tok', extra_info: { brand: 'visa' } };

let providerCalls: unknown[][];
let scripts: string[];
/** What the script defines; undefined if it can't be loaded. */
let scriptGlobal: Partial<Provider> | undefined;
let channel: MessageChannel;

beforeEach(() => {
  [providerCalls, scripts] = [[], []];
  scriptGlobal = provider((_, callback) => callback(TOKEN));
  channel = new MessageChannel();
  rs.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) return;
    scripts.push(script.src);
    if (scriptGlobal) window.Iugu = scriptGlobal;
    queueMicrotask(() => script.dispatchEvent(new Event(scriptGlobal ? 'load' : 'error')));
  });
});
afterEach(() => {
  rs.restoreAllMocks();
  channel.port1.close();
  delete window.Iugu;
});

const provider = (createPaymentToken: Provider['createPaymentToken']): Provider => ({
  setAccountID: (id) => providerCalls.push(['account', id]),
  setTestMode: (on) => providerCalls.push(['test', on]),
  CreditCard: (...card) => card,
  createPaymentToken: (card, callback) => {
    providerCalls.push(['card', card]);
    createPaymentToken(card, callback);
  },
});

/** The first `count` messages that the page sends. */
const messages = (count: number) =>
  new Promise<PaymentFrameMessage[]>((resolve) => {
    const received: PaymentFrameMessage[] = [];
    channel.port2.onmessage = ({ data }) => {
      received.push(data);
      if (received.length === count) resolve(received);
    };
  });

async function tokenMessage() {
  const opened = messages(2);
  void serve(channel.port1, START);
  await opened;
  const tokenMessages = messages(1);
  channel.port2.postMessage({ id: 1, card: CARD });
  const [message] = await tokenMessages;
  return message;
}

test('loads the script, sets up the account and requests a token for a card', async () => {
  expect(await tokenMessage()).toEqual({ type: 'token', id: 1, response: { value: TOKEN } });
  expect(scripts).toEqual([START.scriptUrl]);
  expect(providerCalls).toEqual([
    ['account', 'acc'],
    ['test', true],
    ['card', ['4111111111111111', '07', '2031', 'Ana', 'Souza', '123']],
  ]);
});

test.each([
  ['can’t be loaded', undefined, 'not loaded'],
  ['isn’t a provider’s', {}, 'not a provider'],
] as const)('reports a script that %s', async (_, script, reason) => {
  scriptGlobal = script;
  const received = messages(2);
  void serve(channel.port1, START);
  expect(await received).toEqual([{ type: 'started' }, { type: 'failed', reason }]);
});

test('sends no part of an error that the provider throws', async () => {
  scriptGlobal = provider((card) => {
    throw new Error(`cannot read ${card}`);
  });
  expect(await tokenMessage()).toEqual({ type: 'token', id: 1 });
});

test('drops functions from the result', async () => {
  scriptGlobal = provider((_, callback) => callback({ id: 'tok', cancel: () => undefined }));
  expect(await tokenMessage()).toEqual({ type: 'token', id: 1, response: { value: { id: 'tok' } } });
});

test('sends no result that can’t be serialized', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  scriptGlobal = provider((_, callback) => callback(circular));
  expect(await tokenMessage()).toEqual({ type: 'token', id: 1 });
});

test('ignores start messages from other windows and origins', () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  // Tests of other files share the document.
  onTestFinished(() => frame.remove());
  const framing = frame.contentWindow;
  if (!framing) throw new Error('the frame has no window');
  rs.spyOn(window, 'parent', 'get').mockReturnValue(framing);
  serveTokens();
  const start = (source: Window, origin: string, ports: MessagePort[]) =>
    window.dispatchEvent(Object.assign(new Event('message'), { source, origin, data: START, ports }));
  start(window, location.origin, [channel.port1]);
  start(framing, 'https://evil.example', [channel.port1]);
  start(framing, location.origin, []);
  expect(scripts).toEqual([]);
  start(framing, location.origin, [channel.port1]);
  expect(scripts).toEqual([START.scriptUrl]);
});
