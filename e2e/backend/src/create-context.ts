import type { FastifyBaseLogger } from 'fastify';
import type { BackendContext, BackendOptions } from './context.ts';
import { emulatedPayments } from './demo/sandbox/payments/emulator.ts';
import { refuseDemoLogins } from './demo/seed/people.ts';
import { seedDemo } from './demo/seed/seed.ts';
import { createChargeHandlers } from './domain/charging/create-charge-handlers.ts';
import { checkGuestPix } from './domain/guests/guest-pix.ts';
import { settleGuestOrder } from './domain/guests/settle-guest-order.ts';
import { adaptModule } from './domain/money/payment/module/adapt-module.ts';
import { unknownBrands } from './domain/money/payment/payments.ts';
import type { Payments } from './domain/money/payment/ports.ts';
import {
  deleteEndNotice,
  enqueueEndNotice,
  enqueueLineNotice,
  enqueueNotice,
  enqueueOrderNotice,
  enqueueRefundNotice,
} from './domain/notices/enqueue.ts';
import { loadVapidKeys } from './domain/notices/vapid.ts';
import { createPasswords } from './domain/people/auth/passwords.ts';
import { createWatchedSites } from './domain/sites/watched-sites.ts';
import { finishQueued, reopenQueued, resumeQueued } from './domain/valet/queue.ts';
import { importBrands } from './network/import-brands.ts';
import type { Database } from './platform/database/database.ts';
import { endAllLeases, type Instance, registerInstance } from './platform/instances/instances.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createMetrics } from './platform/metrics/metrics.ts';

/**
 * Opens and migrates the database, and creates what the parts of the backend share. Parts that publish
 * what happens don't know who listens: the listeners are named here.
 */
export async function createContext(
  options: BackendOptions,
  log: FastifyBaseLogger,
): Promise<BackendContext> {
  const { clock, randomness, transports } = options;
  const database = await transports.openDatabase(options);
  const instance = await prepare(database, options, log).catch(async (error) => {
    await database.close();
    throw error;
  });
  const { db } = database;
  const passwords = createPasswords(randomness, options.passwordCost);
  await storeBrands(database, options, passwords, log);
  const payments = paymentsOf(options);
  // The demo has such a brand whatever the provider is, and then offers nothing.
  if (!options.seed) await checkGuestPix(db, payments);
  const bus = await transports.openBus({ ...options, log });
  const vapid = await loadVapidKeys(db, options.vapid);
  const context = {
    options,
    database,
    db,
    bus,
    instance,
    passwords,
    log,
    clock,
    now: clock.now,
    randomness,
    watched: createWatchedSites(bus, clock.now),
    mailer: createMailer(options, log),
    payments,
    vapid,
    // A secret that all instances share, and that stays as long as the database.
    tagGroupKey: vapid.privateKey,
    metrics: createMetrics(),
    orderEvents: {
      async settled(tx, order, state, at) {
        // A guest has no credit to be notified of.
        if (!(await settleGuestOrder({ randomness }, tx, order, state, at)))
          await enqueueOrderNotice(tx, order, state, at);
      },
      refunded: enqueueRefundNotice,
    },
    lineEvents: { changed: enqueueLineNotice },
    chargeEvents: {
      begun: resumeQueued,
      tagUsed: enqueueNotice,
      async ended(tx, charge, { now, reason, isCancelled }) {
        await finishQueued(tx, charge, now);
        if (!isCancelled) await enqueueEndNotice(tx, charge, reason, now);
      },
      async resumed(tx, charge) {
        await reopenQueued(tx, charge);
        await deleteEndNotice(tx, charge);
      },
    },
  } satisfies Omit<BackendContext, 'charges'>;
  return { ...context, charges: createChargeHandlers(context) };
}

/** Returns the emulator if a sandbox uses it. */
export const usedEmulator = ({ sandbox, payment, payments, emulator }: BackendOptions) =>
  sandbox && !payment && !payments ? emulator : undefined;

function paymentsOf(options: BackendOptions): Payments | undefined {
  const { payment, payments } = options;
  const emulator = usedEmulator(options);
  if (emulator) return emulatedPayments(emulator, options);
  return payments?.createPorts(options) ?? (payment && adaptModule(payment));
}

async function prepare({ db }: Database, options: BackendOptions, log: FastifyBaseLogger): Promise<Instance> {
  if (!options.sandbox && !options.seed) await refuseDemoLogins(db);
  // Only one process can open the embedded database, so any other has ended.
  if (!options.databaseUrl) await endAllLeases(db);
  return registerInstance({ ...options, db, log }, options.natsUrl !== undefined, options.leaseMs);
}

async function storeBrands(
  { db }: Database,
  options: BackendOptions,
  passwords: BackendContext['passwords'],
  log: FastifyBaseLogger,
): Promise<void> {
  const { found, problems } = await importBrands(db, options.webAppDir);
  if (options.seed) await seedDemo(db, found, passwords, options.clock.now());
  for (const problem of problems)
    log.error({ problem }, 'a brand of the build was skipped or could not be checked');
  // The brand may be added later, and the other brands can be charged meanwhile.
  for (const brand of await unknownBrands(db, options.payments?.brands ?? []))
    log.error({ brand }, 'PAYMENTS_FILE has a brand that does not exist: is its name misspelt?');
}
