import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** False in another repository, which has this package from a tarball. */
export const IN_WORKSPACE = existsSync(`${ROOT}pnpm-workspace.yaml`);

/** The site that `pnpm build` creates in the workspace. */
export const DIST = IN_WORKSPACE ? `${ROOT}dist` : resolve('dist');
