/** Not part of the package's index: the first screen needs none of it. */

import type { AppConfig } from '@shared/contract';
import * as z from 'zod/mini';

/** Origins on the browser's own machine. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1):[1-9]\d{0,4}$/;

/**
 * Returns the development servers that may provide a remote: those in `devOrigins` of `config.json`
 * that run on the browser's own machine, and none unless previews are allowed.
 */
export function devOriginsOf({ preview, devOrigins }: Partial<AppConfig>): string[] {
  const listed = z.array(z.string()).safeParse(devOrigins).data ?? [];
  return preview === true ? listed.filter((origin) => LOOPBACK.test(origin)) : [];
}
