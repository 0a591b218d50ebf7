/** Security events in the log: sign-ins, changes of credentials, and requests that were refused. */
import { calls } from '@shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { routeOf } from '../limits/limits.ts';

/** Calls that are always logged, whether they succeed or fail. */
const CALLS = {
  login: calls.login,
  logout: calls.logout,
  register: calls.register,
  'password reset requested': calls.requestReset,
  'password reset': calls.resetPassword,
  'password change': calls.changePassword,
  'account deletion': calls.deleteUser,
};

/** Refusals that are logged for all other calls. */
const REFUSALS: Record<number, string> = {
  400: 'invalid request',
  401: 'no session',
  403: 'forbidden',
  429: 'rate limit',
};

const EVENTS = new Map(
  Object.entries(CALLS).map(([event, { method, path }]) => [routeOf(method, path), event]),
);

/**
 * Logs one line for each security event of the API under `prefix`. Only failures of `CALLS` other
 * than 429 are warnings, so that a flood of refused requests doesn't fill a log that keeps only
 * warnings.
 * @param callerIdOf returns the id of a call's user, if it is known
 */
export function logSecurityEvents(
  app: FastifyInstance,
  prefix: string,
  callerIdOf: (request: FastifyRequest) => number | undefined,
): void {
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const path = request.routeOptions.url?.replace(prefix, '') ?? '';
    const calledEvent = EVENTS.get(routeOf(request.method, path));
    const event = calledEvent ?? REFUSALS[status];
    if (!event) return;
    const level = calledEvent && status >= 400 && status !== 429 ? 'warn' : 'info';
    request.log[level](
      { event, status, userId: callerIdOf(request), addressBlock: addressBlockInLog(request) },
      'security event',
    );
  });
}

/**
 * Returns the caller's address block: an IPv4 /24 or an IPv6 /48. A full address is personal data.
 */
function addressBlockInLog({ ip }: FastifyRequest): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4'
    ? `${bytes.slice(0, 3).join('.')}.0/24`
    : `${Buffer.from(bytes.slice(0, 6)).toString('hex')}::/48`;
}
