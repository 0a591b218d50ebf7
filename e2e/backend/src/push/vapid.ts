/** The key pair by which push services recognize this installation (VAPID, RFC 8292). */
import { PRODUCT } from '@shared/contract';
import webPush from 'web-push';
import type { Db } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { vapidKeys } from '../db/schema.ts';

export interface VapidKeys {
  /** Both in base64url. The private one never leaves the server. */
  publicKey: string;
  privateKey: string;
}

const ONLY_ID = 1;

/** Returns the given keys, or those of the database, which the first start creates. */
export async function loadVapidKeys(db: Db, given: VapidKeys | undefined): Promise<VapidKeys> {
  if (given) return given;
  // Of several instances that start at the same time, the first one's keys count.
  await db
    .insert(vapidKeys)
    .values({ id: ONLY_ID, ...webPush.generateVAPIDKeys() })
    .onConflictDoNothing();
  const { publicKey, privateKey } = one(await db.select().from(vapidKeys));
  return { publicKey, privateKey };
}

/** Returns the operator's address for push services: a mail address or the site (RFC 8292 §2.1). */
export function vapidSubject({
  mailFrom,
  siteUrl,
}: {
  mailFrom?: string | undefined;
  siteUrl?: string | undefined;
}) {
  if (mailFrom) return `mailto:${mailFrom}`;
  return siteUrl?.startsWith('https:') ? siteUrl : `mailto:push@${PRODUCT.slug}.example`;
}
