/** The releases of the web app's remotes, for operators with the permission. */
import { releaseCalls } from '@shared/contract/releases';
import type { VersionCall } from '@shared/registry/version-manifest';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from '../../domain/people/auth/session.ts';
import { userRoute } from '../../domain/people/auth/user-route.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { operators } from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import { routePath } from '../../platform/limits/limits.ts';
import type { RemotesContext } from '../context.ts';
import { changeRelease } from './change-release.ts';
import { createSizes, type ReleasesContext, readReleases } from './read-releases.ts';

/** Registers the calls only with a build: a backend without a registry has no releases. */
export function registerReleases(app: FastifyInstance, context: RemotesContext): void {
  const { db, now, log, options } = context;
  const dist = options.webAppDir;
  if (!dist) return;
  // The router ignores a slash at the end, `hasRoute` doesn't.
  const hasCall = ({ method, path }: VersionCall) =>
    app.hasRoute({ method, url: app.prefix + routePath(path).replace(/\/$/, '') });
  const releases: ReleasesContext = { db, now, log, dist, sizeOf: createSizes(dist), hasCall };
  userRoute(app, context, releaseCalls.releases, async ({ user }) => {
    await requireReleases(db, user);
    return readReleases(releases);
  });
  userRoute(app, context, releaseCalls.changeRelease, async ({ user, body }) => {
    await requireReleases(db, user);
    await changeRelease(releases, body, `${user.name} (${user.email})`);
    return readReleases(releases);
  });
}

/** @throws 403 unless the user may change the releases, which all brands share */
async function requireReleases(db: Db, { id }: SessionUser): Promise<void> {
  const mayRelease = and(eq(operators.userId, id), eq(operators.releases, true));
  const [found] = await db.select().from(operators).where(mayRelease);
  if (!found) throw new Failure(403, 'NO_RELEASES', 'Not an operator of the releases');
}
