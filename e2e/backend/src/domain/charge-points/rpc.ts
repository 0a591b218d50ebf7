/** OCPP-J 1.6: remote procedure calls as JSON frames on a websocket. */
import { WebSocket } from 'ws';
import type { PlatformContext } from '../../platform/context.ts';
import type { CallFailure } from './calls.ts';
import { endSocket } from './end-socket.ts';

/** Message types (OCPP-J 1.6 §4.1.3). */
const CALL = 2;
const CALL_RESULT = 3;
const CALL_ERROR = 4;
/** OCPP-J 1.6 §4.2.3, with the spellings of its errata and of OCPP 2.0.1. */
const ERROR_CODES = [
  'NotImplemented',
  'NotSupported',
  'InternalError',
  'ProtocolError',
  'SecurityError',
  'GenericError',
  'FormationViolation',
  'FormatViolation',
  'PropertyConstraintViolation',
  'TypeConstraintViolation',
  'OccurenceConstraintViolation',
  'OccurrenceConstraintViolation',
  'MessageTypeNotSupported',
  'RpcFrameworkError',
];
/** Id in the response to a frame without a readable one. */
const NO_ID = '-1';
/** Consecutive malformed frames that are tolerated; one more closes the connection. */
const MAX_BAD_FRAMES = 20;
const PROTOCOL_ERROR = 1002;

/** An error that is sent as a CALLERROR (OCPP-J 1.6 §4.2.3). */
export class RpcError extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/** The payload of a CALLRESULT, which may be any JSON value, or why there is none. */
type RawResult = { reply: unknown; failure?: undefined } | CallFailure;
export type SendFrame = (method: string, params: object, timeoutMs: number) => Promise<RawResult>;

interface Receiver {
  /** Handles a CALL. Throws an `RpcError` for a CALLERROR. */
  handle(method: string, params: unknown): Promise<object>;
  /** Called with what is wrong with a malformed frame. */
  onBadFrame(error: RpcError): void;
}

/** Receives the frames of an accepted websocket, and returns a function that sends calls on it. */
export function openRpc(
  { clock, randomness }: Pick<PlatformContext, 'clock' | 'randomness'>,
  socket: WebSocket,
  { handle, onBadFrame }: Receiver,
): SendFrame {
  const sent = new Map<string, (result: RawResult) => void>();
  const handled = new Set<string>();
  let badFrames = 0;
  let hasEnded = false;

  /** A connection that has ended meanwhile loses the frame; the sender repeats what matters. */
  function send(...frame: unknown[]) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function receive(text: string) {
    // Some charge points send empty messages.
    if (text === '' || hasEnded) return;
    const frame = readFrame(text);
    const problem = frame.problem ?? receiveFrame(frame);
    if (problem) rejectFrame(frame, problem);
    else badFrames = 0;
  }

  /** Returns what is wrong with a frame, if anything. */
  function receiveFrame({ type, id, rest: [first, second] }: Frame): RpcError | undefined {
    if (type === CALL) {
      if (typeof first !== 'string') return badFrame('Method must be a string');
      void receiveCall(id, first, second);
      return undefined;
    }
    const settle = sent.get(id);
    if (!settle) return badFrame('Received a result for an unrecognised message ID');
    settle(type === CALL_RESULT ? { reply: first } : { failure: 'error', errorCode: errorCodeOf(first) });
    return undefined;
  }

  async function receiveCall(id: string, method: string, params: unknown) {
    try {
      if (handled.has(id)) throw badFrame('Already processing a call with this message ID');
      handled.add(id);
      const reply = await handle(method, params).finally(() => handled.delete(id));
      send(CALL_RESULT, id, reply);
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : INTERNAL;
      send(CALL_ERROR, id, code, message, {});
    }
  }

  /** Responds to anything but a result with an error. */
  function rejectFrame({ type, id }: Frame, error: RpcError) {
    badFrames += 1;
    onBadFrame(error);
    if (badFrames > MAX_BAD_FRAMES) {
      hasEnded = true;
      endSocket(clock, socket, PROTOCOL_ERROR, 'Protocol error');
    } else if (type !== CALL_RESULT && type !== CALL_ERROR)
      send(CALL_ERROR, id, error.code, error.message, {});
  }

  socket.on('message', (data) => receive(String(data)));
  socket.once('close', () => {
    for (const settle of sent.values()) settle({ failure: 'disconnected' });
  });

  return (method, params, timeoutMs) => {
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve({ failure: 'offline' });
    const id = randomness.uuid();
    return new Promise<RawResult>((resolve) => {
      const settle = (result: RawResult) => {
        cancel();
        sent.delete(id);
        resolve(result);
      };
      const cancel = clock.after(timeoutMs, () => settle({ failure: 'timeout' }));
      sent.set(id, settle);
      send(CALL, id, method, params);
    });
  };
}

const INTERNAL = new RpcError('InternalError', 'Internal error');
const badFrame = (description: string) => new RpcError('RpcFrameworkError', description);
const errorCodeOf = (code: unknown) => ERROR_CODES.find((known) => known === code) ?? 'GenericError';

interface Frame {
  /** Undefined if it isn't readable. */
  type?: number;
  id: string;
  rest: unknown[];
  problem?: RpcError;
}

/** Reads a frame `[type, id, …]`. */
function readFrame(text: string): Frame {
  const unreadable = { id: NO_ID, rest: [] };
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return { ...unreadable, problem: badFrame('Message must be a JSON structure') };
  }
  if (!Array.isArray(frame)) return { ...unreadable, problem: badFrame('Message must be an array') };
  const [type, id, ...rest]: unknown[] = frame;
  if (typeof type !== 'number') return { ...unreadable, problem: badFrame('Message type must be a number') };
  if (type !== CALL && type !== CALL_RESULT && type !== CALL_ERROR)
    return { ...unreadable, problem: new RpcError('MessageTypeNotSupported', 'Unrecognised message type') };
  if (typeof id !== 'string')
    return { ...unreadable, type, problem: badFrame('Message ID must be a string') };
  return { type, id, rest };
}
