/** `pnpm charge-point …`: credentials of charge points, and what they reported that needs a decision. */

import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { changeSecret, requireProfile, secretActions } from '../domain/charge-points/secrets.ts';
import { reviewCharge, reviewStop } from '../domain/charging/reviews.ts';
import type { Db } from '../platform/database/database.ts';
import type { SecurityProfile } from '../platform/database/schema.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { addMs, DAY_MS } from '../platform/time.ts';
import { listReviews } from './list-reviews.ts';
import { withDatabase } from './with-database.ts';

const HELP = `pnpm charge-point secret create <id>     creates the first secret of a charge point
pnpm charge-point secret rotate <id>     replaces the secret; the old one is refused from now on
pnpm charge-point secret revoke <id>     removes the secret; in production the charge point is then refused
pnpm charge-point profile <id> 1|2|3     sets the lowest OCPP security profile with which it is admitted
pnpm charge-point reviews [days]         lists charges to review, and stops of unknown charges, of the last 30 days
pnpm charge-point reviewed charge|stop <number>  removes one of them from the list

A secret is printed once, and only its hash is stored. Configure it as the charge point's password (HTTP Basic,
AuthorizationKey) with <id> as the user name. Open connections with an older secret or below the profile are closed
within a minute. Profiles: password (1), also over TLS (2), TLS with a client certificate (3).
The database is DATABASE_URL, or the embedded one in DATA_DIR (.data/database), which no server may have open.`;

const PROFILES: readonly SecurityProfile[] = [1, 2, 3];

/**
 * Returns a function that changes the database and returns the text to print. Undefined for wrong
 * arguments.
 */
function readTask([subject, first, second, ...rest]: string[]) {
  if (subject === 'reviews' && second === undefined) return readReviewsTask(first);
  if (!first || !second || rest.length > 0) return undefined;
  if (subject === 'reviewed') return readReviewedTask(first, second);
  const action = secretActions.find((known) => known === first);
  if (subject === 'secret' && action)
    return async (db: Db) =>
      (await changeSecret({ db, randomness: systemRandomness }, action, second)) ??
      `${second} no longer has a secret.`;
  const profile = PROFILES.find((known) => String(known) === second);
  if (subject === 'profile' && profile)
    return async (db: Db) => {
      await requireProfile(db, first, profile);
      return `${first} is admitted with security profile ${profile} or higher.`;
    };
  return undefined;
}

function readReviewsTask(days = '30') {
  if (!/^[1-9]\d{0,3}$/.test(days)) return undefined;
  return (db: Db) => listReviews(db, addMs(new Date(), -Number(days) * DAY_MS));
}

function readReviewedTask(kind: string, number: string) {
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  const id = Number(number);
  if (kind === 'charge')
    return async (db: Db) => {
      const reason = await reviewCharge(db, id);
      return reason ? `Charge ${id} is reviewed (${reason}).` : `Charge ${id} isn't marked for review.`;
    };
  if (kind === 'stop')
    return async (db: Db) =>
      (await reviewStop(db, id)) ? `Stop ${id} is reviewed.` : `There is no stop ${id} to review.`;
  return undefined;
}

await runCommand(HELP, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const task = readTask(positionals);
  if (!task) throw new WrongArguments();
  console.log(await withDatabase(task));
  return 0;
});
