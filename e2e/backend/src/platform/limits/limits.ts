/**
 * All limits of calls and of what an account may store, in one place: each is far above what a
 * user does, and low enough to slow down an attack. They are counted in the database, so they
 * survive a restart and apply across instances.
 */
import { calls, DAILY_LIMIT_CODES } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { chargePointReports, chargeRecord, commandChargePoint } from '@shared/contract/operator';
import { paybackCalls } from '@shared/contract/payback';
import { chargePayment, refundCharge } from '@shared/contract/refund';
import { releaseCalls } from '@shared/contract/releases';
import { tagCalls } from '@shared/contract/tags';
import { waitingCalls } from '@shared/contract/waiting-line';
import type { Db } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import { createRateLimit } from './rate-limit.ts';

/** The /48 around an IPv6 /64 may make this many times as many calls as the /64. */
export const WIDE = 4;

interface Limit {
  /** Largest number of calls in a window, which begins with the first call. */
  max: number;
  windowMs: number;
  /**
   * Which calls are counted together: those of a user, or of an address block (an IPv4 address or
   * an IPv6 /64, and the /48 around it). The handler counts those of a `key` itself.
   */
  per: 'user' | 'addressBlock' | 'key';
  /** Code of the 429; the app has its own text for each code of `DAILY_LIMIT_CODES`. */
  code?: string;
  /** Counts only calls that were refused. */
  onlyFailures?: true;
}

const aDay = (per: Limit['per'], max: number) => ({ max, windowMs: DAY_MS, per });
const daily = (name: keyof typeof DAILY_LIMIT_CODES, max: number, per: Limit['per'] = 'key') => ({
  ...aDay(per, max),
  code: DAILY_LIMIT_CODES[name],
});
const aMinute = (per: Limit['per'], max: number) => ({ max, windowMs: MINUTE_MS, per });

/**
 * Hundreds of phones may share one IPv4 address. A phone logs in about once a month, and searches
 * a few times a minute while its user pans the map or types.
 */
export const LIMITS = {
  /** For the Wi-Fi of an event. While the server is busy, other address blocks come first. */
  logins: aMinute('addressBlock', 300),
  wrongLogins: { ...aMinute('addressBlock', 60), onlyFailures: true },
  /** By address block and account: no user types ten wrong passwords in a minute. */
  wrongLoginsFromBlock: aMinute('key', 10),
  /**
   * At an account from all address blocks: far more, so that one address block can't lock the owner
   * out.
   */
  loginsAtAccount: aMinute('key', 100),
  registrations: aMinute('addressBlock', 30),
  /** Many accounts could try out stolen cards. */
  dailyRegistrations: aDay('addressBlock', 300),
  resetRequests: aMinute('addressBlock', 30),
  /** By brand and address, for mails to an address that anybody may have typed: allows for lost ones. */
  mails: { max: 5, windowMs: 15 * MINUTE_MS, per: 'key' },
  dailyMails: aDay('key', 20),
  /**
   * Mails with a link for a new password that don't count as daily ones. Others may use up those, but the
   * owner then has a link that is valid for an hour, or gets another one.
   */
  hourlyResetMails: { max: 1, windowMs: HOUR_MS, per: 'key' },
  passwordResets: aMinute('addressBlock', 30),
  /** Wrong ones as well; each right one sends a mail. */
  passwordChanges: aMinute('user', 10),
  dailyPasswordChanges: aDay('user', 50),

  /** Unpaid top-ups by card: attackers probe the limits of stolen cards. */
  cardFailures: daily('cardFailures', 10),
  /** All top-ups by card: each costs the operator a fee, also if it is given back. */
  cardOrders: daily('cardOrders', 50),
  /** Each may give back all top-ups, by a call to the provider for each. */
  paybacks: aDay('key', 5),
  /** Cards sent to the payment provider, which verifies each one. */
  newCards: daily('newCards', 10),
  /** Stolen cards could be tested with many accounts. */
  newCardsFromBlock: daily('newCards', 300, 'addressBlock'),
  /** Pix codes, each of which is looked up at the provider until it expires. */
  pixOrders: daily('pixOrders', 20),
  /** Pix codes of guests: many of them may share one IPv4 address. */
  guestCodes: { ...aMinute('addressBlock', 60), windowMs: HOUR_MS },
  dailyGuestCodes: aDay('addressBlock', 300),
  /** A provider sends a notice for each payment, and repeats those that failed. */
  paymentNotices: aMinute('addressBlock', 1200),
  /** Errors of the provider's script, each of which is logged. */
  tokenErrors: aMinute('user', 20),
  couponCodes: aMinute('user', 20),
  couponFailures: { ...daily('couponFailures', 30, 'user'), onlyFailures: true },

  /** A driver's starts, each of which stores a response and may reserve a connector. */
  starts: daily('starts', 50),
  /** A valet charges the cars of a whole car park. */
  valetStarts: daily('valetStarts', 500),
  /** One a second, enough for impatient taps: a stop saves the driver money. */
  stops: aMinute('user', 60),
  /** Each moves the lock of a connector. */
  unlocks: aMinute('user', 20),
  /** An operator's own system may ask hundreds of charge points at once. */
  commands: aMinute('user', 600),
  /** Far more than support can decide; a stolen password shouldn't refund every charge at once. */
  refunds: aMinute('user', 60),
  /** Each reads files of the web app; the page reads again after every change. */
  releases: aMinute('user', 60),

  /** Push tokens and subscriptions that are new to the account. */
  pushTokens: daily('pushTokens', 20),
  newVehicles: aDay('user', 100),
  /** The cars of a whole car park. */
  queuedVehicles: aDay('user', 1000),
  /** All other changes of an account together: two a second. */
  changes: aMinute('user', 120),
  /** Fifty devices of one account that try to connect every five seconds. */
  liveTickets: aMinute('user', 600),

  /** Twenty home screens a second, or ten users who pan a map without pause. */
  siteSearches: aMinute('addressBlock', 1200),
  /** Sixty users who type an address, with five searches each. */
  addressSearches: aMinute('addressBlock', 300),
  /** One for each opened app; a refused report isn't missed. */
  remoteReports: aMinute('addressBlock', 120),
} as const satisfies Record<string, Limit>;
type LimitName = keyof typeof LIMITS;

/** What an account may have; of sessions and push devices, the least recently used ones end. */
export const MAX_KEPT = {
  /** A valet's account is used on all phones of a team. */
  sessions: 50,
  pushTokens: 10,
  pushSubscriptions: 10,
  vehicles: 200,
  cards: 20,
} as const;

/** Reads a few rows by an index, or a result that all callers share for a second. */
const CHEAP = [] as const;
const CHANGE = ['changes'] as const;

/** Calls of operators, which aren't in the app's table. */
const OPERATOR_CALLS = { commandChargePoint, chargePointReports, chargeRecord, chargePayment, refundCharge };

/** Notices of payment providers, below `/v1/notices`; they aren't part of the contract with apps. */
export const NOTICE_ROUTES = {
  iuguNotice: { method: 'POST', path: '/iugu/{secret}' },
  pixNotice: { method: 'POST', path: '/pix/{secret}' },
  pixNotices: { method: 'POST', path: '/pix/{secret}/pix' },
} as const;

const ALL_CALLS = {
  ...calls,
  ...paybackCalls,
  ...guestCalls,
  ...tagCalls,
  ...waitingCalls,
  ...releaseCalls,
  ...OPERATOR_CALLS,
  ...NOTICE_ROUTES,
};
type CallName = keyof typeof ALL_CALLS;

/** The limits of every call. The backend doesn't start with a route that isn't listed. */
export const CALL_LIMITS: Record<CallName, readonly LimitName[]> = {
  brand: CHEAP,
  file: CHEAP,
  reportRemotes: ['remoteReports'],

  login: ['logins', 'wrongLogins', 'wrongLoginsFromBlock', 'loginsAtAccount'],
  // Deletes one row, by its token.
  logout: CHEAP,
  register: ['registrations', 'dailyRegistrations', 'mails', 'dailyMails'],
  requestReset: ['resetRequests', 'mails', 'hourlyResetMails', 'dailyMails'],
  resetPassword: ['passwordResets'],
  userProfile: CHEAP,
  changeProfile: CHANGE,
  changePassword: ['passwordChanges', 'dailyPasswordChanges'],
  deleteUser: CHANGE,
  // Keeps at most 30 unused ones per session (`domain/live/tickets.ts`).
  liveTicket: ['liveTickets'],
  addPushToken: ['changes', 'pushTokens'],
  removePushToken: CHANGE,
  notificationSettings: CHEAP,
  changeNotificationSettings: CHANGE,
  subscribeToPush: ['pushTokens'],
  unsubscribeFromPush: CHANGE,

  balance: CHEAP,
  topUp: ['changes', 'cardFailures', 'cardOrders', 'pixOrders'],
  paybackPlan: CHEAP,
  requestPayback: ['changes', 'paybacks'],
  paymentMethods: CHEAP,
  paymentMethod: CHEAP,
  addPaymentMethod: ['newCardsFromBlock', 'newCards'],
  deletePaymentMethod: CHANGE,
  makeDefaultPaymentMethod: CHANGE,
  reportTokenError: ['tokenErrors'],
  history: CHEAP,
  order: CHEAP,
  userTransaction: CHEAP,

  siteSearch: ['siteSearches'],
  chargerSite: CHEAP,
  siteConnectors: CHEAP,
  addressSearch: ['addressSearches'],

  chargerId: CHEAP,
  connectorsOfCharger: CHEAP,
  connectorStatus: CHEAP,
  currentPrice: CHEAP,
  activeRecharges: CHEAP,
  startAttempts: CHEAP,
  startCharge: ['changes', 'starts'],
  stopCharge: ['stops'],
  unlockCable: ['unlocks'],

  // Those of a connector are counted by their rows (`domain/guests/create-charge.ts`).
  createGuestCharge: ['guestCodes', 'dailyGuestCodes'],
  guestCharge: CHEAP,
  createGuestAccount: ['registrations', 'dailyRegistrations', 'mails', 'dailyMails'],

  tags: CHEAP,
  linkCar: CHANGE,
  changeTag: CHANGE,
  deleteTag: CHANGE,

  waitingPlace: CHEAP,
  joinLine: CHANGE,
  leaveLine: CHANGE,

  vehicles: CHEAP,
  vehicle: CHEAP,
  addVehicle: ['newVehicles'],
  changeVehicle: CHANGE,
  deleteVehicle: CHANGE,
  manufacturers: CHEAP,
  models: CHEAP,

  coupons: CHEAP,
  addCoupon: ['couponCodes', 'couponFailures'],

  siteBoard: CHEAP,
  fleetPriority: CHEAP,
  siteReliability: CHEAP,

  valetQueue: CHEAP,
  addToValetQueue: ['queuedVehicles'],
  deleteFromValetQueue: CHANGE,
  dismissFromValetQueue: CHANGE,
  valetConnectors: CHEAP,
  valetStart: ['changes', 'valetStarts'],

  commandChargePoint: ['commands'],
  chargePointReports: ['commands'],
  chargeRecord: ['commands'],
  chargePayment: ['commands'],
  refundCharge: ['refunds'],

  releases: ['releases'],
  changeRelease: ['releases'],

  // Each makes orders due that are looked up in rounds of a limited size.
  iuguNotice: ['paymentNotices'],
  pixNotice: ['paymentNotices'],
  pixNotices: ['paymentNotices'],
};

/** Returns a call's path as Fastify writes it: `/Chargers/:id`. */
export const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
/** Method and path, as Fastify names a route. */
export const routeOf = (method: string, path: string) => `${method} ${routePath(path)}`;
const limitsByRoute = new Map(
  Object.entries(ALL_CALLS).map(([name, { method, path }]) => [
    routeOf(method, path),
    CALL_LIMITS[name as CallName],
  ]),
);

/** @throws if the table has no line for a call */
function limitsOf(method: string, path: string): readonly LimitName[] {
  const found = limitsByRoute.get(routeOf(method, path));
  if (!found)
    throw new Error(`${method} ${path} has no line in the table of limits (platform/limits/limits.ts)`);
  return found;
}

/** Hook of Fastify: the server doesn't start with a route that has no line in the table. */
export function requireLimits(route: { method: string | string[]; routePath: string }) {
  for (const one of [route.method].flat()) if (one !== 'HEAD') limitsOf(one, route.routePath);
}

/** Returns the failure of a call that exceeds a limit. */
export function tooMany(name: LimitName): Failure {
  const { windowMs, code = 'TOO_MANY_TRIES' }: Limit = LIMITS[name];
  // A window may end soon.
  return new Failure(429, code, code, Math.min(windowMs, HOUR_MS) / SECOND_MS);
}

export type Limits = ReturnType<typeof createLimits>;
type Key = string | number;

export function createLimits(context: { db: Db; now: () => Date }) {
  const countersOf = (name: LimitName, keys: readonly Key[]) =>
    keys.map((key, width) => {
      const { max, windowMs } = LIMITS[name];
      const { take, release } = createRateLimit(context, { name, windowMs, limit: max * WIDE ** width });
      return { take: () => take(String(key)), release: () => release(String(key)) };
    });

  /**
   * Counts one call.
   * @param keys a user, or an address block and those around it, such as `addressBlocksOf` returns
   * @throws 429 with the limit's code if the call exceeds the limit, and doesn't count it then
   */
  async function take(name: LimitName, ...keys: Key[]): Promise<void> {
    for (const counter of countersOf(name, keys)) if (!(await counter.take())) throw tooMany(name);
  }

  /** Removes one call from the count, for example because it succeeded. */
  async function release(name: LimitName, ...keys: Key[]): Promise<void> {
    for (const counter of countersOf(name, keys)) await counter.release();
  }

  return {
    take,
    release,
    /**
     * Counts a call for those of its limits that are per user, or per address block, and runs it.
     */
    async count<T>(
      { method, path }: { method: string; path: string },
      per: 'user' | 'addressBlock',
      keys: Key[],
      run: () => Promise<T>,
    ): Promise<T> {
      const own = limitsOf(method, path).filter((name) => LIMITS[name].per === per);
      for (const name of own) await take(name, ...keys);
      let wasRefused = false;
      try {
        return await run();
      } catch (error) {
        wasRefused = error instanceof Failure && error.statusCode < 500;
        throw error;
      } finally {
        for (const name of own)
          if ('onlyFailures' in LIMITS[name] && !wasRefused) await release(name, ...keys);
      }
    },
  };
}
