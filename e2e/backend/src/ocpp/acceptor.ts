/** Handles websocket upgrades below `/ocpp/` and authenticates charge points. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createClientNetwork, createIsEncrypted } from '../auth/network.ts';
import { createSlots } from '../auth/slots.ts';
import type { BackendContext } from '../context.ts';
import { isLostLink } from '../db/lost-link.ts';
import type { SecurityProfile } from '../db/schema.ts';
import { createLogTally } from '../log-tally.ts';
import { refuseUpgrade } from '../web/refuse-upgrade.ts';
import { type AuthenticatedChargePoint, authenticate } from './authenticate.ts';
import { readCertificate } from './client-certificate.ts';
import { createFailedHandshakes } from './failed-handshakes.ts';
import { readHandshake, SUBPROTOCOL } from './handshake.ts';

/**
 * In bytes. A larger message closes the connection, and the charge point would send it again after
 * every reconnect. The stop of a charge of 24 hours, with samples of three measurands every 10 s in
 * its `transactionData`, has some 3 MB.
 */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Limit of undecided handshakes: all charge points reconnect at once after a restart. */
const MAX_PENDING = 4096;
const MAX_PENDING_PER_NETWORK = 1024;
const RETRY_PENDING_MS = 5000;

export interface AcceptedConnection extends AuthenticatedChargePoint {
  identity: string;
  request: IncomingMessage;
}

export function createAcceptor(
  context: BackendContext,
  onConnection: (socket: WebSocket, accepted: AcceptedConnection) => void,
) {
  const { bus, log, now, options } = context;
  const networkOf = createClientNetwork(options.trustedProxies);
  const isEncrypted = createIsEncrypted(options.trustedProxies);
  const failures = createFailedHandshakes(now, bus);
  const takeSlot = createSlots(MAX_PENDING_PER_NETWORK, MAX_PENDING);
  const refusals = createLogTally<Refusal>((line) => log.warn(line, 'charge point refused'), now);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  });
  let closing = false;

  function refuse(socket: Duplex, status: number, refusal: Refusal, waitMs = 0) {
    refusals.add(refusal.network, refusal);
    refuseUpgrade(socket, status, waitMs > 0 ? { 'Retry-After': String(Math.ceil(waitMs / 1000)) } : {});
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const network = networkOf(request);
    const handshake = readHandshake(request);
    if ('malformed' in handshake) return refuse(socket, 400, { network, reason: handshake.malformed });
    const { identity } = handshake;
    const freeSlot = closing ? undefined : takeSlot(network);
    if (!freeSlot) return refuse(socket, 503, { network, identity, reason: 'busy' }, RETRY_PENDING_MS);
    const attempt = failures.begin(identity, network);
    if (attempt.waitMs > 0) {
      freeSlot();
      return refuse(socket, 429, { network, identity, reason: 'limit' }, attempt.waitMs);
    }
    const credentials = {
      password: handshake.password,
      isEncrypted: isEncrypted(request),
      certificate: readCertificate(request),
    };
    authenticate(context, identity, credentials)
      .finally(freeSlot)
      .catch((error: unknown) => {
        attempt.settle('broken');
        throw error;
      })
      .then((admission) => {
        if ('refused' in admission) {
          attempt.settle(admission.reason === 'full' ? 'broken' : 'refused');
          const { refused, ...refusal } = admission;
          return refuse(socket, refused, { network, identity, ...refusal });
        }
        attempt.settle('admitted');
        log.info({ chargePointId: identity, securityProfile: admission.profile }, 'charge point admitted');
        // `ws` runs the remaining checks of RFC 6455 and skips sockets that closed in the meantime.
        return server.handleUpgrade(request, socket, head, (websocket) =>
          onConnection(websocket, { ...admission, identity, request }),
        );
      })
      .catch((err: unknown) => {
        log.error({ err, identity }, 'handshake of a charge point failed');
        refuseUpgrade(socket, isLostLink(err) ? 503 : 500);
      });
  }

  return {
    handleUpgrade,
    refusals,
    /** Refuses new connections, whose charge points try again at another instance. */
    refuse() {
      closing = true;
    },
    /** Ends the open connections. */
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Refusal {
  network: string;
  identity?: string;
  reason: string;
  required?: SecurityProfile;
  certificateError?: string;
}
