import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { apiPixRoutes, problem } from './api-pix/routes.ts';
import { controlRoutes, createControl } from './control.ts';
import type { Emulation, State } from './emulation.ts';
import { createFaults, type Faults } from './faults.ts';
import { createListener } from './http/serve.ts';
import { triggerOf } from './iugu/invoices.ts';
import { iuguRoutes } from './iugu/routes.ts';
import { type Account, SANDBOX_ACCOUNT } from './payment.ts';

/** Pauses before a notice that failed is sent again, in ms. */
const RETRY_DELAYS_MS = [1000, 5000, 15_000, 60_000];
const LOOPBACK = '127.0.0.1';

export interface EmulatorOptions {
  /** Port of the providers' APIs; a free one if absent. */
  port?: number;
  controlPort?: number;
  accounts?: readonly Account[];
  /** URL of a backend that receives notices of all accounts, unless a webhook names another URL. */
  backendUrl?: string | undefined;
  now?: () => Date;
  retryDelaysMs?: readonly number[];
  /** Server's certificate and key, and the authority of client certificates, as PEM. Clients need a certificate. */
  tls?: { cert: string; key: string; ca: string };
  /** State of an earlier emulator. */
  state?: State | undefined;
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** Creates the providers without a server, for tests that have a network of their own. */
export function createEmulator({
  now = () => new Date(),
  accounts = [SANDBOX_ACCOUNT],
  ...options
}: Omit<EmulatorOptions, 'port' | 'controlPort' | 'tls'> = {}) {
  const faults = createFaults(now);
  const notices = createNotices(faults, options.retryDelaysMs ?? RETRY_DELAYS_MS);
  const state = options.state ?? { invoices: {}, tokens: {}, deletedCards: [], cobs: {}, webhooks: {} };
  let { backendUrl } = options;
  const noticeUrl = (accountId: string, api: 'iugu' | 'pix') => {
    const account = accounts.find(({ id }) => id === accountId);
    return backendUrl && account && `${backendUrl}/v1/notices/${api}/${account.secret}`;
  };
  const emulation: Emulation = {
    accounts,
    state,
    now,
    faults,
    notify(invoice, events) {
      const url = noticeUrl(invoice.accountId, 'iugu');
      const type = 'application/x-www-form-urlencoded';
      for (const event of events) notices.send({ url, type, body: triggerOf(event, invoice) });
    },
    notifyPix({ accountId, chave, pix }, endToEndId) {
      const url = state.webhooks[chave]?.webhookUrl ?? noticeUrl(accountId, 'pix');
      const body = JSON.stringify({ pix: pix.filter((one) => one.endToEndId === endToEndId) });
      // API Pix appends `/pix` to the registered URL.
      notices.send({ url: url && `${url.replace(/\/$/, '')}/pix`, type: 'application/json', body });
    },
  };
  const routes = [...iuguRoutes(emulation), ...apiPixRoutes(emulation)];
  return {
    ...createControl(emulation),
    state,
    /** Responds to the providers' clients. */
    listener: createListener(routes, problem('NaoEncontrado'), faults),
    /** Sets the backend that receives notices. */
    sendNoticesTo(url: string) {
      backendUrl = url;
    },
    stopNotices: notices.stop,
  };
}

/** Starts the emulator on loopback. */
export async function startEmulator({ port, controlPort, tls, ...options }: EmulatorOptions = {}) {
  const { listener, stopNotices, ...emulator } = createEmulator(options);
  const api = tls
    ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, listener)
    : createServer(listener);
  const controlServer = createServer(createListener(controlRoutes(emulator), { status: 404, body: {} }));
  const [apiPort, ownControlPort] = await Promise.all([
    listen(api, port),
    listen(controlServer, controlPort),
  ]);
  return {
    ...emulator,
    /** Origin of the APIs: iugu's at `/v1`, API Pix at `/v2`, its tokens at `/oauth/token`. */
    url: `${tls ? 'https' : 'http'}://${LOOPBACK}:${apiPort}`,
    controlUrl: `http://${LOOPBACK}:${ownControlPort}`,
    async close() {
      stopNotices();
      await Promise.all([close(api), close(controlServer)]);
    },
  };
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the emulator has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

interface Notice {
  /** Receiver's URL. Without one, nothing is sent. */
  url: string | undefined;
  type: string;
  body: string;
}

/**
 * Sends notices in the background, again after each of `retryDelaysMs` until the receiver
 * responds with a 2xx status.
 */
function createNotices(faults: Faults, retryDelaysMs: readonly number[]) {
  const stopped = new AbortController();

  async function deliver({ url, type, body }: Notice & { url: string }) {
    for (const delay of [0, ...retryDelaysMs]) {
      await wait(delay, undefined, { signal: stopped.signal });
      const headers = { 'content-type': type };
      const response = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal }).catch(
        () => undefined,
      );
      await response?.body?.cancel();
      if (response?.ok) return;
    }
  }

  return {
    send({ url, ...notice }: Notice) {
      if (!url) return;
      for (let copy = 0; copy < faults.current.noticeCopies; copy++) {
        // Only a stop rejects: a receiver that fails is tried again.
        deliver({ url, ...notice }).catch(() => undefined);
      }
    },
    stop: () => stopped.abort(),
  };
}
