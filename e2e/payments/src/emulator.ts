import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Account, SANDBOX_ACCOUNT } from './accounts.ts';
import { apiPixRoutes, problem } from './api-pix/routes.ts';
import { type Control, controlRoutes, createControl } from './control.ts';
import type { Emulation, State } from './emulation.ts';
import { createFaults } from './faults.ts';
import { createListener } from './http/serve.ts';
import { triggerOf } from './iugu/invoices.ts';
import { iuguRoutes } from './iugu/routes.ts';
import { createNotices } from './notices.ts';

/** Pauses before a notice that failed is sent again, in ms. */
const RETRY_DELAYS_MS = [1000, 5000, 15_000, 60_000];
const LOOPBACK = '127.0.0.1';

export interface EmulatorOptions {
  /** Port of the providers' APIs; a free one if absent. */
  port?: number;
  controlPort?: number;
  accounts?: readonly Account[];
  now?: () => Date;
  retryDelaysMs?: readonly number[];
  /** Server's certificate and key, and the authority of client certificates, as PEM. Clients need a certificate. */
  tls?: { cert: string; key: string; ca: string };
  /** State of an earlier emulator. */
  state?: State | undefined;
}

export interface Emulator extends Control {
  /** Origin of the APIs: iugu's at `/v1`, API Pix at `/v2`, its tokens at `/oauth/token`. */
  url: string;
  controlUrl: string;
  state: State;
  close: () => Promise<void>;
}

/** Starts the emulator on loopback. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { now = () => new Date(), accounts = [SANDBOX_ACCOUNT], tls } = options;
  const faults = createFaults(now);
  const notices = createNotices(faults, options.retryDelaysMs ?? RETRY_DELAYS_MS);
  const state = options.state ?? { invoices: {}, tokens: {}, deletedCards: [], cobs: {}, webhooks: {} };
  const accountOf = (id: string) => accounts.find((account) => account.id === id);
  const emulation: Emulation = {
    accounts,
    state,
    now,
    faults,
    notify(invoice, events) {
      const url = invoice.request.notification_url ?? accountOf(invoice.accountId)?.iuguNotices;
      const type = 'application/x-www-form-urlencoded';
      for (const event of events) notices.send({ url, type, body: triggerOf(event, invoice) });
    },
    notifyPix({ accountId, chave, pix }, endToEndId) {
      const url = state.webhooks[chave]?.webhookUrl ?? accountOf(accountId)?.pixNotices;
      const body = JSON.stringify({ pix: pix.filter((one) => one.endToEndId === endToEndId) });
      notices.send({ url: url && `${url.replace(/\/$/, '')}/pix`, type: 'application/json', body });
    },
  };
  const control = createControl(emulation);
  const routes = [...iuguRoutes(emulation), ...apiPixRoutes(emulation)];
  const listener = createListener(routes, problem('NaoEncontrado'), faults);
  const api = tls
    ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, listener)
    : createServer(listener);
  const controlServer = createServer(createListener(controlRoutes(control), { status: 404, body: {} }));
  const [port, controlPort] = await Promise.all([
    listen(api, options.port),
    listen(controlServer, options.controlPort),
  ]);
  return {
    ...control,
    url: `${tls ? 'https' : 'http'}://${LOOPBACK}:${port}`,
    controlUrl: `http://${LOOPBACK}:${controlPort}`,
    state,
    async close() {
      notices.stop();
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
