/** Frames of the live stream. */
import * as z from 'zod/mini';
import { id, optional, text } from './fields.ts';
import { LiveConnector, Order, Transaction } from './index.ts';
import { issuesAt, parseJson, readLeniently, withDefault } from './lenient.ts';
import { type LiveEvent, START, START_ERROR, STATUS, STOP } from './live-events.ts';

/** Returns the websocket's sub-protocol for a product. */
export const liveProtocol = (product: string) => `${product}Events`;
export const HEARTBEAT = { type: 'heartbeat' } as const;
/** Close reason that logs the user out. */
export const INVALID_USER = 'INVALID_USER';

export const OrderFrame = z.pipe(
  z.looseObject({ order: Order }),
  z.transform(({ order }) => ({ type: 'order' as const, order })),
);
/** The fields that determine a frame's type. */
const AnyFrame = z.looseObject({ type: z.optional(z.unknown()), order: z.optional(z.unknown()) });
const TypedFrame = z.looseObject({ type: z.optional(z.unknown()) });

type Frame = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }, z.core.$loose>;

/** Returns a schema that selects one of `frames` by the frame's type. */
function frameOf<const Frames extends readonly Frame[]>(
  frames: Frames,
): z.ZodMiniDiscriminatedUnion<Frames, 'type'>;
function frameOf(frames: readonly Frame[]): z.ZodMiniType {
  return z.transform((value: unknown, { issues }) => {
    const { data } = TypedFrame.safeParse(value);
    const schema = frames.find(({ shape }) => shape.type.safeParse(data?.type).success);
    if (!schema) {
      issues.push({ code: 'custom', path: data ? ['type'] : [], input: undefined });
      return undefined;
    }
    const read = schema.safeParse(value);
    if (read.error) issues.push(...issuesAt([], read.error));
    return read.data;
  });
}

/** The frames that have a type. */
export const EVENT_FRAMES = [
  z.looseObject({ type: z.literal('heartbeat') }),
  z.looseObject({ type: z.literal(START), transaction: Transaction }),
  z.looseObject({
    type: z.literal(START_ERROR),
    /** Empty if the frame doesn't name the connector. */
    chargePointId: withDefault(id, ''),
    connectorId: withDefault(id, ''),
    errorCode: optional(text),
    /** As in `StartAttempt`. */
    attemptId: optional(id),
  }),
  z.looseObject({ type: z.literal(STOP), transaction: Transaction }),
  z.looseObject({ type: z.literal(STATUS), connector: LiveConnector }),
] as const;
export const EventFrame = frameOf(EVENT_FRAMES);

/**
 * Parses one text frame; returns undefined for an unknown frame. Never throws.
 * @param onUnreadable receives the frame's type and its unreadable places, never the content
 */
export function parseLiveFrame(
  data: unknown,
  onUnreadable?: (frame: string, places: string[]) => void,
): LiveEvent | undefined {
  const json = typeof data === 'string' ? parseJson(data) : undefined;
  const event = readLeniently(EventFrame, json);
  const { type, order } = AnyFrame.safeParse(json).data ?? {};
  const isEvent = !event.unreadable.includes('type');
  // An order frame needs no type.
  const isOrder = !isEvent && order !== undefined;
  const read = isOrder ? readLeniently(OrderFrame, json) : event;
  const frame = isOrder ? 'order' : isEvent && typeof type === 'string' ? type : 'frame';
  if (read.unreadable.length > 0) onUnreadable?.(frame, read.unreadable);
  return read.data;
}
