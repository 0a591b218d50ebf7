/**
 * What begins a charge at the charge point itself, without a phone: the cards that an operator gave a
 * driver, and the identifiers by which charge points recognise the driver's cars. Optional: a backend
 * without these calls returns 404 or 405, and the app shows nothing of them. Apart from `calls.ts`, which
 * every page loads.
 */
// By package name: remotes bundle this file, but not the ones that it uses.
import { type Call, calls, id, instant, optional, text } from '@shared/contract';
import * as z from 'zod/mini';

/** `GET /UserTags` */
export const UserTags = z.looseObject({
  tags: z.array(
    z.looseObject({
      tagId: id,
      /** `card`, `car`, or another word. */
      kind: optional(text),
      /** What is printed on a card; a car's identifier, all but its end hidden. */
      label: optional(text),
      /** The vehicle of a car's identifier. */
      uvId: optional(id),
      /** Whether the card begins no charge. */
      blocked: optional(z.boolean()),
      /** From when on it begins no charge; absent if it never expires. */
      validUntil: optional(instant),
      /** The running charge that it has begun. */
      transactionId: optional(id),
    }),
  ),
  /**
   * Running charges of the user, begun in the app, at a charge point that has recognised the car.
   * The car's identifier can be linked to the vehicle of the charge.
   */
  linkable: z.array(z.looseObject({ transactionId: id, uvId: id })),
});
export type UserTags = z.output<typeof UserTags>;
export type UserTag = UserTags['tags'][number];

/** `POST /UserTags`: the car of this charge. */
export const CarLink = z.object({ TransactionID: text });
/** `PUT /UserTags/{tagId}` */
export const TagChange = z.object({ Blocked: z.boolean() });

const PATH = '/UserTags';
const ONE = '/UserTags/{tagId}';
const TIMEOUT = 30_000;
const none = calls.balance.body;

export const tagCalls = {
  tags: { method: 'GET', path: PATH, body: none, response: UserTags, timeout: TIMEOUT },
  /** 404 `CAR` if the charge isn't one of `linkable`, 409 `CAR_TAKEN` if another account has linked the car. */
  linkCar: { method: 'POST', path: PATH, body: CarLink, response: none, timeout: TIMEOUT },
  /** Blocks a card, or allows it again. 404 `TAG` if it isn't the user's, or a car's identifier. */
  changeTag: { method: 'PUT', path: ONE, body: TagChange, response: none, timeout: TIMEOUT },
  /** Forgets a car's identifier. 404 `TAG` if it isn't the user's, or a card. */
  deleteTag: { method: 'DELETE', path: ONE, body: none, response: none, timeout: TIMEOUT },
} as const satisfies Record<string, Call<string, z.ZodMiniType, z.ZodMiniType>>;
