/** Reads the client certificate of a charge point (OCPP security profile 3). */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** An accepted certificate has a `name`; `error` is the reason why one wasn't accepted. */
export type Certificate = { name: string; error?: undefined } | { name?: undefined; error: string };

/** Returns undefined if the charge point presented no certificate. */
export function readCertificate({ socket }: Pick<IncomingMessage, 'socket'>): Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // The subject is empty without a certificate. `authorized` alone doesn't imply one.
  const { subject } = socket.getPeerCertificate();
  if (!subject) return undefined;
  // Node sets a string code, although its types declare an Error.
  const code: unknown = socket.authorizationError;
  if (!socket.authorized) return { error: typeof code === 'string' ? code : 'UNAUTHORIZED' };
  // Node returns a list if there are several names. None takes precedence.
  return typeof subject.CN === 'string' ? { name: subject.CN } : { error: 'NO_COMMON_NAME' };
}
