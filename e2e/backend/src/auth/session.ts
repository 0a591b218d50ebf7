/** Who asks, and for which brand. */
import { PRODUCT } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../api/failure.ts';
import { wholeNumber } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { brands, type users } from '../db/schema.ts';
import { userOfToken } from './tokens.ts';

export type SessionUser = typeof users.$inferSelect;
type Context = Pick<BackendContext, 'db' | 'now'>;

const bearerOf = (request: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** The brand of `X-Brand-ID`, or the default one where the header is absent. 400 for an unknown one. */
export async function brandOf({ db }: Pick<Context, 'db'>, request: FastifyRequest) {
  const header = request.headers['x-brand-id'];
  const id = wholeNumber(typeof header === 'string' ? header : undefined);
  const wanted = header === undefined ? eq(brands.slug, PRODUCT.slug) : eq(brands.id, id ?? -1);
  const [brand] = await db.select().from(brands).where(wanted);
  if (!brand) throw new Failure(400, 'BRAND_UNKNOWN');
  return brand;
}

/** The logged-in user, or undefined for a guest. A token of another brand than `X-Brand-ID` counts as none. */
export async function userOf(context: Context, request: FastifyRequest): Promise<SessionUser | undefined> {
  const token = bearerOf(request);
  const user = token ? await userOfToken(context.db, token, context.now()) : undefined;
  const brand = request.headers['x-brand-id'];
  return user && (brand === undefined || brand === String(user.brandId)) ? user : undefined;
}

/** The logged-in user. 401 without a valid token, and for nothing else. */
export async function requireUser(context: Context, request: FastifyRequest): Promise<SessionUser> {
  const user = await userOf(context, request);
  if (!user) throw new Failure(401, 'INVALID_TOKEN');
  return user;
}
