/** Sends an encrypted message (RFC 8291) to the push service of a subscription (RFC 8030). */
import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import type { PushSubscriptionRow } from '../../platform/database/schema.ts';
import type { NoticesContext } from './context.ts';
import { lookUpPublic, parseEndpoint } from './endpoint.ts';
import { vapidSubject } from './vapid.ts';

/** Time limit of the whole request. */
const TIMEOUT_MS = 5000;

/**
 * - `delivered`: the push service has accepted the message
 * - `gone`: the subscription has ended
 * - `failed`: the same message may be accepted later
 * - `refused`: the same message will never be accepted
 */
export type Outcome = 'delivered' | 'gone' | 'failed' | 'refused';

interface Message {
  payload: string;
  /** How long the push service may keep the message for a device that is offline. */
  ttlSeconds: number;
}

type Context = Pick<NoticesContext, 'options' | 'vapid'>;

/** Never throws: one message that can't be sent must not stop the others. */
export async function postMessage(
  { options, vapid }: Context,
  { endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  { payload, ttlSeconds }: Message,
): Promise<Outcome> {
  const url = parseEndpoint(endpoint, {
    allowsLoopback: options.pushToLoopback,
    services: options.pushServices,
  });
  if (!url) return 'refused';
  try {
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: vapidSubject(options), ...vapid },
      TTL: ttlSeconds,
      urgency: 'high',
    });
    return outcomeOf(await post(url, method, headers, body));
  } catch {
    // The error may name the endpoint, which must not be logged.
    return 'failed';
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Returns the status. Redirects aren't followed, and the body isn't read. */
function post(
  url: URL,
  method: string,
  headers: http.OutgoingHttpHeaders,
  body: Buffer | null,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const isTls = url.protocol === 'https:';
  const request = (isTls ? https : http).request(url, {
    method,
    headers,
    agent: false,
    ...(isTls && { lookup: lookUpPublic }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  request.once('response', (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}
