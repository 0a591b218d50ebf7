/** The live stream: handshake, first frames, and the end of a connection without a session. */
import { once } from 'node:events';
import { PRODUCT, parseJson } from '@shared/contract';
import { EVENT_FRAMES, HEARTBEAT, INVALID_USER, liveProtocol, OrderFrame } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { jsonSchemaOf } from '../json-schema.ts';
import { compare, type Difference, describeSchema, describeValue } from './compare.ts';
import { codeOf, UNKNOWN } from './inspector.ts';
import type { Report } from './report.ts';

export interface LiveOptions {
  /** `ws:` or `wss:` */
  url: string;
  origin: string | undefined;
  maxMs: number;
}

const HANDSHAKE_MS = 30_000;
/** Time limit for the echo of a heartbeat. A server that echoes none conforms as well. */
const ECHO_MS = 5000;
const PROTOCOL_HEADER = 'header Sec-WebSocket-Protocol';

type Opened = WebSocket | { refused: number } | { failed: string };

function open({ url, origin, maxMs }: LiveOptions, token: string): Promise<Opened> {
  const urlWithToken = new URL(url);
  urlWithToken.searchParams.set('token', token);
  const socket = new WebSocket(urlWithToken, [liveProtocol(PRODUCT.slug)], {
    handshakeTimeout: Math.min(HANDSHAKE_MS, maxMs),
    ...(origin !== undefined && { origin }),
  });
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, { statusCode = 0 }) => {
      socket.terminate();
      resolve({ refused: statusCode });
    });
    // Stays after the handshake: an `error` event without a listener would end the process.
    socket.on('error', (error) => resolve({ failed: failureOf(error) }));
  });
}

/** Describes a failure. Prints only messages that contain no URL. */
const failureOf = (error: Error) => (error.message.startsWith('Server sent') ? error.message : codeOf(error));

/** Checks that a connection with an unknown token is refused, or ended with `INVALID_USER`. */
export async function checkUnknownToken(report: Report, options: LiveOptions): Promise<void> {
  const socket = await open(options, UNKNOWN);
  if ('refused' in socket) return report.refused('liveStream');
  if ('failed' in socket) {
    const received = `none: ${socket.failed}`;
    return report.differs('liveStream', { place: 'handshake', expected: 'a connection', received });
  }
  const closed = once(socket, 'close', {
    signal: AbortSignal.timeout(Math.min(HANDSHAKE_MS, options.maxMs)),
  });
  const received = await closed.then(
    ([, reason]: unknown[]) => String(reason),
    () => undefined,
  );
  socket.terminate();
  report.refused('liveStream');
  if (received === INVALID_USER) return;
  report.differs('liveStream', {
    place: 'close reason with an unknown token',
    expected: `'${INVALID_USER}'`,
    received: received === undefined ? 'an open connection' : describeValue(received),
  });
}

/** Opens the stream of a user. `close` compares the frames that have arrived since. */
export async function openStream(report: Report, options: LiveOptions, token: string) {
  const socket = await open(options, token);
  if ('refused' in socket || 'failed' in socket) {
    const received = 'refused' in socket ? `status ${socket.refused}` : `none: ${socket.failed}`;
    const place = received.includes('subprotocol') ? PROTOCOL_HEADER : 'handshake';
    report.differs('liveStream', { place, expected: 'a connection', received });
    return undefined;
  }
  const frames: unknown[] = [];
  let closed: string | undefined;
  socket.on('message', (data, isBinary) => frames.push(isBinary ? undefined : String(data)));
  socket.on('close', (code) => {
    closed = String(code);
  });
  report.checked('liveStream');
  return {
    /** Sends a heartbeat, and waits for the first frame or the end of the connection. */
    async sendHeartbeat(): Promise<void> {
      const signal = AbortSignal.timeout(Math.min(ECHO_MS, options.maxMs));
      const first = Promise.race([once(socket, 'message', { signal }), once(socket, 'close', { signal })]);
      socket.send(JSON.stringify(HEARTBEAT));
      await first.catch(() => undefined);
    },
    close(): void {
      if (closed !== undefined) {
        const received = `close code ${closed}`;
        report.differs('liveStream', { place: 'connection', expected: 'an open connection', received });
      }
      for (const frame of frames) report.differs('liveStream', ...compareFrame(frame));
      socket.terminate();
    },
  };
}

/** Returns how a frame differs from the contract. */
function compareFrame(text: unknown): Difference[] {
  const frame = typeof text === 'string' ? parseJson(text) : undefined;
  if (typeof frame !== 'object' || frame === null) {
    const received = typeof text === 'string' ? describeValue(text) : 'binary data';
    return [{ place: 'frame', expected: 'text with a JSON object', received }];
  }
  if (!('type' in frame) && 'order' in frame) return compare(OrderFrame, frame, 'frame');
  const type = 'type' in frame ? frame.type : undefined;
  const known = EVENT_FRAMES.find(({ shape }) => shape.type.safeParse(type).success);
  if (known) return compare(known, frame, 'frame');
  const expected = `one of ${TYPES.join(', ')}, or an order`;
  return [{ place: 'frame.type', expected, received: describeValue(type) }];
}

const TYPES = EVENT_FRAMES.map(({ shape }) => describeSchema(jsonSchemaOf(shape.type)));
