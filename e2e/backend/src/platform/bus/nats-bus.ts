/** A bus over NATS core, which delivers a message at most once and stores none. */
import {
  connect,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  NoRespondersError,
  type Subscription,
  TimeoutError,
} from '@nats-io/transport-node';
import { PRODUCT, parseJson } from '@shared/contract';
import type { FastifyBaseLogger } from 'fastify';
import { type Cancel, systemClock, wait } from '../clock.ts';
import { type Bus, BusEvent, type BusReply, createLocalBus } from './bus.ts';

export interface BusOptions {
  /** URLs of the servers of one cluster, separated by commas; the first has the credentials. */
  natsUrl?: string | undefined;
  /** First token of all subjects, so that several deployments can share a server. */
  natsPrefix?: string | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

const RECONNECT_MS = 500;
/** A connection counts as lost after two pings without a response. */
const PING_MS = 5000;
const CONNECT_MS = 5000;
const CLOSE_MS = 2000;
/** Instances reconnect at different times after an outage; one report covers them all. */
const MISSED_DELAY_MS = 1000;

/** Opens the bus. If NATS is down, it connects in the background, and the instance serves alone. */
async function openNatsBus(natsUrl: string, { natsPrefix = PRODUCT.slug, log }: BusOptions): Promise<Bus> {
  const local = createLocalBus();
  const events = `${natsPrefix}.events`;
  const gaps = `${natsPrefix}.gaps`;
  const subjectOf = (subject: string) =>
    `${natsPrefix}.requests.${Buffer.from(subject).toString('base64url')}`;
  const missedListeners = new Set<() => void>();
  const responders = new Map<string, (text: string) => Promise<string | undefined>>();
  const subscriptions = new Map<string, Subscription>();
  let nats: NatsConnection | undefined;
  let connected = false;
  let closed = false;
  let cancelMissed: Cancel | undefined;

  const reportMissed = () => {
    cancelMissed ??= systemClock.after(MISSED_DELAY_MS, () => {
      cancelMissed = undefined;
      for (const missed of missedListeners) missed();
    });
  };

  /** Events published during the gap are lost on both sides, so all instances are notified. */
  function reportGap() {
    nats?.publish(gaps);
    reportMissed();
  }

  function receive(message: Msg) {
    const read = BusEvent.safeParse(parseJson(message.string()));
    // A newer release may publish events that this one doesn't know.
    if (read.success) void local.publish(read.data);
  }

  function listen(connection: NatsConnection, subject: string) {
    const callback = (error: Error | null, message: Msg) => {
      const handle = responders.get(subject);
      if (error || !handle) return;
      handle(message.string()).then(
        (text) => text !== undefined && message.respond(text),
        (err: unknown) => log.error({ err }, 'failed to handle a request of another instance'),
      );
    };
    subscriptions.set(subject, connection.subscribe(subject, { callback }));
  }

  async function watchStatus(connection: NatsConnection) {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && connected) {
        connected = false;
        log.warn('lost the connection to NATS');
      } else if (type === 'reconnect') {
        connected = true;
        log.info('reconnected to NATS');
        reportGap();
      }
    }
  }

  async function start(): Promise<boolean> {
    try {
      const connection = await connect({
        ...connectionOptions(natsUrl),
        noEcho: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_MS,
        pingInterval: PING_MS,
        timeout: CONNECT_MS,
      });
      if (closed) {
        await connection.close();
        return true;
      }
      connection.subscribe(events, { callback: (error, message) => void (error ?? receive(message)) });
      connection.subscribe(gaps, { callback: reportMissed });
      for (const subject of responders.keys()) listen(connection, subject);
      nats = connection;
      connected = true;
      void watchStatus(connection);
      return true;
    } catch (err) {
      log.warn({ err }, 'could not connect to NATS');
      return false;
    }
  }

  async function keepTrying() {
    while (!closed) {
      await wait(systemClock, RECONNECT_MS);
      if (closed || (await start())) break;
    }
    if (!closed) reportGap();
  }
  if (!(await start())) void keepTrying();

  return {
    async publish(event) {
      await local.publish(event);
      if (connected) nats?.publish(events, JSON.stringify(event));
    },
    subscribe: local.subscribe,
    onMissed: (missed) => void missedListeners.add(missed),
    respond(name, handle) {
      const subject = subjectOf(name);
      responders.set(subject, handle);
      subscriptions.get(subject)?.unsubscribe();
      if (nats) listen(nats, subject);
      return () => {
        if (responders.get(subject) !== handle) return;
        responders.delete(subject);
        subscriptions.get(subject)?.unsubscribe();
        subscriptions.delete(subject);
      };
    },
    async request(name, text, timeoutMs): Promise<BusReply> {
      // The client would send the request after reconnecting, when the caller no longer waits.
      if (!nats || !connected) return { outcome: 'unreachable' };
      try {
        const reply = await nats.request(subjectOf(name), text, { timeout: timeoutMs });
        return { outcome: 'reply', text: reply.string() };
      } catch (error) {
        return { outcome: outcomeOf(error) };
      }
    },
    isConnected: () => connected,
    async close() {
      closed = true;
      cancelMissed?.();
      connected = false;
      // `drain` flushes published messages. It never settles if the connection is lost meanwhile.
      if (nats) await Promise.race([nats.drain().catch(() => undefined), wait(systemClock, CLOSE_MS)]);
      await nats?.close();
    },
  };
}

/** The client ignores a user and password, or a token (a user alone), that are part of a URL. */
function connectionOptions(natsUrl: string): NodeConnectionOptions {
  const urls = natsUrl.split(',').map((url) => new URL(url.trim()));
  const user = decodeURIComponent(urls[0]?.username ?? '');
  const pass = decodeURIComponent(urls[0]?.password ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(urls[0]?.protocol === 'tls:' && { tls: {} }),
  };
}

function outcomeOf(error: unknown): 'no responders' | 'timeout' | 'unreachable' {
  const causes = error instanceof Error ? [error, error.cause] : [];
  if (causes.some((cause) => cause instanceof NoRespondersError)) return 'no responders';
  return causes.some((cause) => cause instanceof TimeoutError) ? 'timeout' : 'unreachable';
}

/** Opens the bus: over NATS if there is a URL, else within this instance. */
export async function openBus(options: BusOptions): Promise<Bus> {
  return options.natsUrl ? openNatsBus(options.natsUrl, options) : createLocalBus();
}
