/** A backend with the real adapters, and with accounts at the emulator of the providers. */
import { SANDBOX_ACCOUNT, startEmulator } from '@e2e/payments';
import type { BackendContext } from '../../../context.ts';
import type { DatabaseOptions, Db } from '../../../platform/database/database.ts';
import { desc, eq, sql } from '../../../platform/database/orm.ts';
import { ledgerEntries, orders, users } from '../../../platform/database/schema.ts';
import type { Payer } from '../../../testing/payers.ts';
import { startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import { paybackView } from '../paybacks/read-plan.ts';
import { requestPayback } from '../paybacks/request-payback.ts';
import { createApiPixPort } from '../payment/api-pix/pix.ts';
import type { ProviderContext } from '../payment/call-provider.ts';
import { createIuguCards } from '../payment/iugu/cards.ts';
import { createIuguPix } from '../payment/iugu/pix.ts';
import type { Payments } from '../payment/ports.ts';
import { topUpWallet } from '../payment/top-up.ts';

export type EmulatedAccounts = Awaited<ReturnType<typeof openEmulatedAccounts>>;

class Crash extends Error {}

/** Returns a database that crashes before statement number `left`: its transaction never ends. */
function crashing(db: Db, left: number): Db {
  let remaining = left;
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (remaining-- <= 0) throw new Crash();
          const [task, ...rest] = given;
          const passed =
            name === 'transaction'
              ? [(tx: object) => Reflect.apply(Object(task), undefined, [wrap(tx)]), ...rest]
              : given;
          return Reflect.apply(value, object, passed);
        };
      },
    });
  return wrap(db);
}

/**
 * Cards are at iugu, and Pix at iugu or at a bank. No job runs; the clock is the test's.
 * @param database one that outlives the backend; its own by default
 */
export async function openEmulatedAccounts(
  pixAt: 'iugu' | 'bank',
  startsAt: Date,
  database?: DatabaseOptions,
) {
  let time = startsAt.getTime();
  const now = () => new Date(time);
  const emulator = await startEmulator({ now, retryDelaysMs: [] });
  const { url } = emulator;
  const { id, secret, pixKey } = SANDBOX_ACCOUNT;
  const iugu = { url: `${url}/v1`, accountId: id, apiToken: secret };
  const bank = {
    ...{ url: `${url}/v2`, tokenUrl: `${url}/oauth/token`, key: pixKey },
    ...{ clientId: id, clientSecret: secret },
  };
  const createPorts = (context: ProviderContext): Payments => {
    const pix = pixAt === 'bank' ? createApiPixPort(bank, context) : createIuguPix(iugu, context);
    const noticeSecret = secret;
    const cards = { ...createIuguCards(iugu, context), noticeSecret };
    const ports = { cards, pix: { ...pix, noticeSecret } };
    return { of: () => ports, all: [ports] };
  };
  const backend = await startTestBackend({
    payments: { brands: ['faisca'], createPorts },
    clock: createCheckedClock(now),
    ...database,
  });
  const { context } = backend;
  return {
    backend,
    context,
    emulator,
    createPorts,
    now,
    /**
     * Runs a task in a process that dies before its statement `crashAt`, with connections of its own.
     * Nothing of it runs later: each further statement fails as well.
     */
    async inProcess(crashAt: number | undefined, task: (context: BackendContext) => Promise<unknown>) {
      const db = crashAt === undefined ? context.db : crashing(context.db, crashAt);
      const { clock, transports } = context.options;
      const payments = createPorts({ clock, transports });
      // A refusal, such as that of a daily limit, is an outcome like any other.
      await Promise.allSettled([task({ ...context, db, payments })]);
    },
    advance(ms: number) {
      time += ms;
    },
    async close() {
      await backend.close();
      await emulator.close();
    },
  };
}

/** Tops up R$ 60, and returns the order; throws if none was written. */
export async function topUpSixty(context: BackendContext, payer: Payer, method: string, key: string) {
  const { db } = context;
  const [user] = await db.select().from(users).where(eq(users.id, payer.id));
  if (!user) throw new Error('no user');
  await topUpWallet(context, user, { Ammount: 60, PaymentMethod: method }, key);
  const [order] = await db.select().from(orders).where(eq(orders.userId, payer.id)).orderBy(desc(orders.id));
  if (!order) throw new Error('no order was written');
  return order;
}

/** Requests the payback of all of a payer's credit that can go back. */
export async function giveBack(context: BackendContext, { id }: Payer, key: string) {
  const { parts } = await paybackView(context, id);
  const amounts = parts.map(({ orderId, amount }) => ({ orderId: String(orderId), amount: Number(amount) }));
  await requestPayback(context, id, { parts: amounts }, key);
}

/** Returns the sum of all entries of the ledger, in cents. */
export async function ledgerSum({ db }: Pick<BackendContext, 'db'>): Promise<number> {
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  const [row] = await db.select({ sum }).from(ledgerEntries);
  return Number(row?.sum);
}
