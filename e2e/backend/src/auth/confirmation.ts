/**
 * `/v1/confirm/{brand}/{token}`: the link in the mail after registration. Opening it changes
 * nothing, since mail programs follow links by themselves; the button on its page confirms.
 */
import { brandSlug } from '@shared/contract';
import { pathsOf } from '@shared/router/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../api/failure.ts';
import type { BackendContext } from '../context.ts';
import { and, eq, isNull } from '../db/orm.ts';
import { brands, users } from '../db/schema.ts';
import { alreadyConfirmedPage, confirmPage, invalidLinkPage, PAGE_HEADERS } from './confirmation-page.ts';
import { userOfMailToken } from './mail-tokens.ts';

type Request = FastifyRequest<{ Params: { brand: string; token: string } }>;
const PATH = '/:brand/:token';
const FORM = 'application/x-www-form-urlencoded';

/** `app` is scoped to `/v1/confirm`, so that no other route parses forms. */
export function registerConfirmation(app: FastifyInstance, { db, now }: BackendContext): void {
  // The form has no fields: the path has the token.
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, _body, done) => done(null, {}));

  app.get(PATH, async (request: Request, reply) => {
    const { brand, user } = await findBrandAndUser(request);
    if (!user) return send(reply, 404, invalidLinkPage(brand));
    return send(reply, 200, user.emailConfirmedAt ? alreadyConfirmedPage(brand) : confirmPage(brand));
  });

  // A token confirms once; further submissions get the page for a confirmed e-mail.
  app.post(PATH, async (request: Request, reply) => {
    const { brand, user } = await findBrandAndUser(request);
    if (!user) return send(reply, 404, invalidLinkPage(brand));
    const confirmed = await db
      .update(users)
      .set({ emailConfirmedAt: now() })
      .where(and(eq(users.id, user.id), isNull(users.emailConfirmedAt)))
      .returning({ id: users.id });
    if (confirmed.length === 0) return send(reply, 409, alreadyConfirmedPage(brand));
    return reply.headers(PAGE_HEADERS).redirect(pathsOf(brand.slug).emailConfirmed(), 303);
  });

  /** Returns the brand of the path, which styles the page, and the user of the token. */
  async function findBrandAndUser({ params }: Request) {
    const slug = brandSlug.safeParse(params.brand).data ?? '';
    const [brand] = await db.select().from(brands).where(eq(brands.slug, slug));
    if (!brand) throw notFound('BRAND');
    return { brand, user: await userOfMailToken(db, params.token, 'confirm', now()) };
  }
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
