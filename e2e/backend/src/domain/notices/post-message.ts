/** Sends an encrypted message (RFC 8291) to the push service of a subscription (RFC 8030). */
import webPush from 'web-push';
import type { PushSubscriptionRow } from '../../platform/database/schema.ts';
import { abortAfter } from '../../platform/time-limit.ts';
import type { NoticesContext } from './context.ts';
import { createPublicLookup, parseEndpoint } from './endpoint.ts';
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

type Context = Pick<NoticesContext, 'clock' | 'options' | 'vapid'>;

/** Never throws: one message that can't be sent must not stop the others. */
export async function postMessage(
  { clock, options, vapid }: Context,
  { endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  { payload, ttlSeconds }: Message,
): Promise<Outcome> {
  const url = parseEndpoint(endpoint, options);
  if (!url) return 'refused';
  try {
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: vapidSubject(options), ...vapid },
      TTL: ttlSeconds,
      urgency: 'high',
    });
    const response = await abortAfter(clock, TIMEOUT_MS, (signal) =>
      options.transports.request(url, {
        method: 'POST',
        headers,
        body,
        agent: false,
        signal,
        lookup: url.protocol === 'https:' ? createPublicLookup(clock) : undefined,
      }),
    );
    response.destroy();
    return outcomeOf(response.statusCode ?? 0);
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
