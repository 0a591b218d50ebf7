/** The key pair that identifies this installation to push services (VAPID, RFC 8292). */
import { PRODUCT } from '@shared/contract';
import webPush from 'web-push';
import type { PlatformOptions } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { one } from '../../platform/database/rows.ts';
import { vapidKeys } from '../../platform/database/schema.ts';

export interface VapidKeys {
  /** Both in base64url. The private one never leaves the server. */
  publicKey: string;
  privateKey: string;
}

const ONLY_ID = 1;

/** Returns the configured keys, or those in the database, which the first start creates. */
export async function loadVapidKeys(db: Db, configured: VapidKeys | undefined): Promise<VapidKeys> {
  if (configured) return configured;
  // If several instances start at the same time, the first one's keys are kept.
  await db
    .insert(vapidKeys)
    .values({ id: ONLY_ID, ...webPush.generateVAPIDKeys() })
    .onConflictDoNothing();
  const { publicKey, privateKey } = vapidKeys;
  return one(await db.select({ publicKey, privateKey }).from(vapidKeys));
}

/**
 * Returns the operator's contact for push services: a mailto URI or the web app's URL (RFC 8292
 * §2.1).
 */
export function vapidSubject({ mailFrom, webAppUrl }: Pick<PlatformOptions, 'mailFrom' | 'webAppUrl'>) {
  if (mailFrom) return `mailto:${mailFrom}`;
  return webAppUrl?.startsWith('https:') ? webAppUrl : `mailto:push@${PRODUCT.slug}.example`;
}
