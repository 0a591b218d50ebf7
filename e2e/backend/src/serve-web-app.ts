import { webServer } from '@shell/server';
import type { WebAppFiles } from '@shell/server/files';
import type { FastifyInstance } from 'fastify';
import type { BackendContext } from './context.ts';
import { usedEmulator } from './create-context.ts';
import { withCardScript, withPreviews } from './demo/sandbox/sandbox-config.ts';
import { readPublishedBrands, readPublishedSite, readSiteIds } from './domain/sites/published-sites.ts';
import { webAppUrl } from './platform/api/origins.ts';
import { clientOf } from './platform/limits/client-address.ts';
import { createConcurrencyLimit } from './platform/limits/concurrency-limit.ts';
import { withWithdrawn } from './remotes/registry-file.ts';

/** Serves the built web app with data of this backend. */
export async function serveWebApp(app: FastifyInstance, context: BackendContext): Promise<void> {
  const { db, options, now } = context;
  await app.register(webServer, {
    settings: options,
    now,
    appUrl: (request) => webAppUrl(context, request),
    complete: (files) => servedFiles(files, context),
    createQueue(size) {
      const limit = createConcurrencyLimit(size);
      return (task, ip) => limit(task, clientOf(ip));
    },
    readBrands: () => readPublishedBrands(db),
    readSiteIds: (brand, part) => readSiteIds(db, brand, part),
    readSite: (brand, id) => readPublishedSite(db, brand, id),
  });
}

function servedFiles(built: WebAppFiles, context: BackendContext): WebAppFiles {
  const files = withWithdrawn(built, context);
  if (!context.options.sandbox) return files;
  return usedEmulator(context.options) ? withCardScript(withPreviews(files)) : withPreviews(files);
}
