/** The user and the brand of a call. */
import { PRODUCT } from '@shared/contract';
import type { FastifyRequest } from 'fastify';
import { wholeNumber } from '../../../platform/api/route.ts';
import type { PlatformContext } from '../../../platform/context.ts';
import { eq } from '../../../platform/database/orm.ts';
import { brands, type UserRow } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { hashOf, userOfSession } from './tokens.ts';

export type SessionUser = UserRow;
type Context = Pick<PlatformContext, 'db' | 'now'>;

const callerIds = new WeakMap<FastifyRequest, number>();
/** Returns the id of a call's user, once it is known; undefined for a guest. */
export const callerIdOf = (request: FastifyRequest) => callerIds.get(request);
/** Records the user of a call without a token, for example a login. */
export const setCaller = (request: FastifyRequest, userId: number) => void callerIds.set(request, userId);

export const bearerOf = (request: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Returns the hash of a call's token. */
export const sessionHashOf = (request: FastifyRequest) => hashOf(bearerOf(request) ?? '');

/**
 * Returns the brand of a call: that of `X-Brand-ID`, or the default one if the header is absent.
 * @param appId the query's `app_id`, if the call has one; must be the same brand as the header's
 * @throws 400 for an unknown brand, or if the two differ
 */
export async function brandOf({ db }: Pick<Context, 'db'>, request: FastifyRequest, appId?: string) {
  const header = request.headers['x-brand-id'];
  if (appId !== undefined && header !== undefined && header !== appId)
    throw new Failure(400, 'BRAND_MISMATCH');
  const given = appId ?? header;
  const id = wholeNumber(typeof given === 'string' ? given : undefined);
  const wanted = given === undefined ? eq(brands.slug, PRODUCT.slug) : eq(brands.id, id ?? -1);
  const [brand] = await db.select().from(brands).where(wanted);
  if (!brand) throw new Failure(400, 'BRAND_UNKNOWN');
  return brand;
}

/** Returns the logged-in user, if any. A token of another brand than `X-Brand-ID` is ignored. */
export async function userOf(context: Context, request: FastifyRequest): Promise<SessionUser | undefined> {
  const token = bearerOf(request);
  const user = token ? await userOfSession(context.db, hashOf(token), context.now()) : undefined;
  const brand = request.headers['x-brand-id'];
  if (!user || (brand !== undefined && brand !== String(user.brandId))) return undefined;
  setCaller(request, user.id);
  return user;
}

/** Returns the brand of an open call, and its user unless they belong to another brand. */
export async function visitorOf(context: Context, request: FastifyRequest) {
  const brand = await brandOf(context, request);
  const user = await userOf(context, request);
  return { brand, user: user?.brandId === brand.id ? user : undefined };
}
