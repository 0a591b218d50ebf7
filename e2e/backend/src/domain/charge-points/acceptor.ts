/** Handles websocket upgrades below `/ocpp/` and authenticates charge points. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { rejectUpgrade } from '../../platform/api/upgrades.ts';
import { isConnectionFailure } from '../../platform/database/connection-failure.ts';
import { one } from '../../platform/database/rows.ts';
import type { SecurityProfile } from '../../platform/database/schema.ts';
import { createClientAddressBlock, createIsEncrypted } from '../../platform/limits/client-address.ts';
import { createSlots } from '../../platform/limits/slots.ts';
import { createLogTally } from '../../platform/logs/log-tally.ts';
import { type AuthenticatedChargePoint, authenticate, readCertificate } from './authenticate.ts';
import type { ChargePointsContext } from './context.ts';
import { createFailedHandshakes } from './failed-handshakes.ts';
import { readHandshake, type Subprotocol } from './handshake.ts';

/**
 * In bytes. A larger message closes the connection, and the charge point would send it again after
 * every reconnect. The StopTransaction of a 24-hour charge, with samples of three measurands every
 * 10 s in its `transactionData`, has about 3 MB.
 */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Maximum number of pending handshakes: all charge points reconnect at once after a restart. */
const MAX_PENDING = 4096;
const MAX_PENDING_PER_ADDRESS_BLOCK = 1024;
const RETRY_PENDING_MS = 5000;

export interface AcceptedConnection extends AuthenticatedChargePoint {
  identity: string;
  subprotocol: Subprotocol;
  request: IncomingMessage;
}

export function createAcceptor(
  context: ChargePointsContext,
  onConnection: (socket: WebSocket, accepted: AcceptedConnection) => void,
) {
  const { bus, log, now, options } = context;
  const addressBlockOf = createClientAddressBlock(options.trustedProxies);
  const isEncrypted = createIsEncrypted(options.trustedProxies);
  const failures = createFailedHandshakes(now, bus);
  const takeSlot = createSlots(MAX_PENDING_PER_ADDRESS_BLOCK, MAX_PENDING);
  const rejections = createLogTally<Rejection>((line) => log.warn(line, 'charge point refused'), now);
  const chosen = new WeakMap<IncomingMessage, Subprotocol>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (_, request) => chosen.get(request) ?? false,
  });
  let closing = false;

  function reject(socket: Duplex, status: number, rejection: Rejection, waitMs = 0) {
    rejections.add(rejection.addressBlock, rejection);
    rejectUpgrade(socket, status, waitMs > 0 ? { 'Retry-After': String(Math.ceil(waitMs / 1000)) } : {});
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const addressBlock = addressBlockOf(request);
    const handshake = readHandshake(request);
    if ('malformed' in handshake) return reject(socket, 400, { addressBlock, reason: handshake.malformed });
    const { identity, subprotocols } = handshake;
    const freeSlot = closing ? undefined : takeSlot(addressBlock);
    if (!freeSlot) return reject(socket, 503, { addressBlock, identity, reason: 'busy' }, RETRY_PENDING_MS);
    const counted = failures.begin(identity, addressBlock);
    if (counted.waitMs > 0) {
      freeSlot();
      return reject(socket, 429, { addressBlock, identity, reason: 'limit' }, counted.waitMs);
    }
    const credentials = {
      password: handshake.password,
      isEncrypted: isEncrypted(request),
      certificate: readCertificate(request),
    };
    authenticate(context, identity, credentials)
      .finally(freeSlot)
      .catch((error: unknown) => {
        counted.settle('broken');
        throw error;
      })
      .then((admission) => {
        if ('refused' in admission) {
          counted.settle(admission.reason === 'full' ? 'broken' : 'refused');
          const { refused, ...rejection } = admission;
          return reject(socket, refused, { addressBlock, identity, ...rejection });
        }
        counted.settle('admitted');
        // In another version, the charge point couldn't end its charge: the versions number them differently.
        const subprotocol =
          subprotocols.find((offered) => offered === admission.running) ?? one(subprotocols);
        chosen.set(request, subprotocol);
        log.info(
          { chargePointId: identity, securityProfile: admission.profile, subprotocol },
          'charge point admitted',
        );
        // `ws` runs the remaining checks of RFC 6455 and skips sockets that closed in the meantime.
        return server.handleUpgrade(request, socket, head, (websocket) =>
          onConnection(websocket, { ...admission, identity, subprotocol, request }),
        );
      })
      .catch((err: unknown) => {
        log.error({ err, identity }, 'handshake of a charge point failed');
        rejectUpgrade(socket, isConnectionFailure(err) ? 503 : 500);
      });
  }

  return {
    handleUpgrade,
    rejections,
    /** Rejects new connections, so that charge points try another instance. */
    stopAccepting() {
      closing = true;
    },
    /** Ends the open connections. */
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Rejection {
  addressBlock: string;
  identity?: string;
  reason: string;
  required?: SecurityProfile;
  certificateError?: string;
}
