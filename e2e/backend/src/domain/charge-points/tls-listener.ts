/**
 * The TLS port for charge points, separate from the app's: browsers must not be prompted for a
 * client certificate, and charge points may trust a different certificate authority.
 */
import { constants } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { TLS_VERSIONS, timeLimits } from '../../platform/api/connection-limits.ts';
import { onUpgrade, rejectUpgrade } from '../../platform/api/upgrades.ts';
import type { CentralSystem } from './central-system.ts';
import type { ChargePointsContext } from './context.ts';

/** Starts the TLS server; returns undefined if `ocppTls` isn't configured. */
export async function listenForChargePoints(
  { options, log }: Pick<ChargePointsContext, 'options' | 'log'>,
  central: Pick<CentralSystem, 'handleUpgrade'>,
) {
  const { ocppTls, handshakeMs, maxConnections, host } = options;
  if (!ocppTls) return undefined;
  const { port, cert, key, clientCa, clientCrl } = ocppTls;
  const server = createServer({
    cert,
    key,
    ...TLS_VERSIONS,
    ...timeLimits(options),
    handshakeTimeout: handshakeMs,
    ...(clientCa && {
      ca: clientCa,
      ...(clientCrl && { crl: clientCrl }),
      requestCert: true,
      // Charge points of profile 2 have no certificate. `authenticate` requires one for profile 3.
      rejectUnauthorized: false,
      // Disable resumption, which would skip certificate verification.
      secureOptions: constants.SSL_OP_NO_TICKET,
    }),
  });
  server.maxConnections = maxConnections;
  server.on('request', (_request, response) => response.writeHead(404, { Connection: 'close' }).end());
  server.on('tlsClientError', (err) => log.debug({ err }, 'TLS handshake of a charge point failed'));
  onUpgrade(server, { handshakeMs, log }, (request, socket, head, path) => {
    if (path.startsWith('/ocpp/')) central.handleUpgrade(request, socket, head);
    else rejectUpgrade(socket, 404);
  });
  server.listen({ port, host });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? port) : port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
