/** Reads the client certificate of a charge point (OCPP security profile 3). */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** A certificate counts only with a name; `error` says why one was presented in vain. */
export type Certificate = { name: string; error?: undefined } | { name?: undefined; error: string };

/** Returns undefined if the charge point presented no certificate. */
export function readCertificate({ socket }: Pick<IncomingMessage, 'socket'>): Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // Empty without a certificate. `authorized` alone doesn't say that there is one.
  const { subject } = socket.getPeerCertificate();
  if (!subject) return undefined;
  if (!socket.authorized) return { error: errorCodeOf(socket.authorizationError) };
  // Node returns a list for several names, of which none can be preferred.
  return typeof subject.CN === 'string' ? { name: subject.CN } : { error: 'NO_COMMON_NAME' };
}

/** Node sets a code, although its types say an error. */
function errorCodeOf(error: unknown): string {
  return typeof error === 'string' ? error : 'UNAUTHORIZED';
}
