/**
 * `/v1/confirm/{brand}/#{token}`: the link in the mail after registration. Its page posts the token, so
 * that no proxy's log contains it; earlier mails have it in the path. Opening the link changes nothing,
 * since mail programs follow links by themselves; the button on its page confirms.
 */
import { brandSlug } from '@shared/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformContext } from '../../../platform/context.ts';
import { and, eq, isNull } from '../../../platform/database/orm.ts';
import { brands, users } from '../../../platform/database/schema.ts';
import { notFound } from '../../../platform/failure.ts';
import {
  alreadyConfirmedPage,
  confirmedPath,
  confirmPage,
  invalidLinkPage,
  PAGE_HEADERS,
  TOKEN_SCRIPT,
} from './confirmation-page.ts';
import { findMailToken } from './mail-tokens.ts';

type Request = FastifyRequest<{ Params: { brand: string; token?: string }; Body: unknown }>;
const PATH = '/:brand';
/** Links of mails that were sent before the token was in the fragment. */
const OLD_PATH = '/:brand/:token';
const FORM = 'application/x-www-form-urlencoded';

/** `app` is scoped to `/v1/confirm`, so that no other route parses forms. */
export function registerConfirmation(app: FastifyInstance, { db, now }: PlatformContext): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.get('/token.js', async (_request, reply) => reply.type('text/javascript').send(TOKEN_SCRIPT));
  app.get(PATH, async (request: Request, reply) => send(reply, 200, confirmPage(await findBrand(request))));
  app.get(OLD_PATH, (request: Request, reply) => respond(request, reply, request.params.token ?? '', false));
  app.post(PATH, (request: Request, reply) => {
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return respond(request, reply, fields.get('token') ?? '', fields.has('confirm'));
  });
  app.post(OLD_PATH, (request: Request, reply) => respond(request, reply, request.params.token ?? '', true));

  /** Shows the page for a token, or confirms with it. */
  async function respond(request: Request, reply: FastifyReply, token: string, confirms: boolean) {
    const brand = await findBrand(request);
    const found = await findMailToken(db, token, 'confirm', now());
    if (!found) return send(reply, 404, invalidLinkPage(brand));
    const { user, returnPath } = found;
    const alreadyConfirmed = alreadyConfirmedPage(brand, returnPath);
    if (!confirms)
      return send(reply, 200, user.emailConfirmedAt ? alreadyConfirmed : confirmPage(brand, token));
    // A token confirms once; further submissions get the page for a confirmed e-mail.
    const confirmed = await db
      .update(users)
      .set({ emailConfirmedAt: now() })
      .where(and(eq(users.id, user.id), isNull(users.emailConfirmedAt)))
      .returning({ id: users.id });
    if (confirmed.length === 0) return send(reply, 409, alreadyConfirmed);
    return reply.headers(PAGE_HEADERS).redirect(confirmedPath(brand, returnPath), 303);
  }

  /** Returns the brand of the path, which styles the page. */
  async function findBrand({ params }: Request) {
    const slug = brandSlug.safeParse(params.brand).data ?? '';
    const [brand] = await db.select().from(brands).where(eq(brands.slug, slug));
    if (!brand) throw notFound('BRAND');
    return brand;
  }
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
