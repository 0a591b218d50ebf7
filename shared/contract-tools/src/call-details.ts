/**
 * What tools need to know about a call in addition to its row in the contract, which is part of the
 * page's first script.
 */
import { COUPON_STATES, calls, SiteSearch } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { paybackCalls } from '@shared/contract/payback';
import { releaseCalls } from '@shared/contract/releases';
import { tagCalls } from '@shared/contract/tags';
import { waitingCalls } from '@shared/contract/waiting-line';
import { RemoteReport } from '@shared/registry/remote-report';
import * as z from 'zod/mini';

/** All calls of the app: those that every page loads, and those of one screen. */
export const allCalls = {
  ...calls,
  ...paybackCalls,
  ...guestCalls,
  ...tagCalls,
  ...waitingCalls,
  ...releaseCalls,
};
export type Calls = typeof allCalls;
export type CallName = keyof Calls;

export const isCall = (name: string): name is CallName => name in allCalls;

/**
 * What a call does to the data of a backend:
 * - `none`: it only reads
 * - `session`: it begins or ends a session
 * - `change`: it changes data, or sends a mail
 * - `money`: it moves money, begins or ends a charge (`movesMoney` of its row in the contract),
 *   adds or deletes a card, or moves the cable's lock
 */
export const EFFECTS = ['none', 'session', 'change', 'money'] as const;
export type Effect = (typeof EFFECTS)[number];

export interface CallDetails {
  topic: string;
  summary: string;
  /** If it doesn't follow from the call's row in the contract. */
  effect?: Effect;
  /** A session is optional, but the response may depend on it. */
  guests?: true;
  /** A backend may lack the call, and returns 404 or 405 then. */
  optional?: true;
  query?: z.ZodMiniObject;
  /** Replaces the contract's `body`: a full schema there would enlarge the page's first script. */
  body?: z.ZodMiniType;
  /** Error statuses that the app handles specially. */
  errors?: Readonly<Record<number, string>>;
}

const optional = true;
const guests = true;

const NOT_VALET = 'The user is not a valet of the site';
const NO_RELEASES = 'The user may not change releases';
const UNKNOWN = 'Unknown, or of another user';
const MailQuery = z.object({ app_id: z.string(), return_to: z.optional(z.string()) });
const CouponQuery = z.object({
  status: z.enum(COUPON_STATES),
  page: z.number(),
  pageSize: z.number(),
  search: z.string(),
  dcType: z.string(),
  verifySiteId: z.optional(z.string()),
});

/** Returns what a call does: unless its details say otherwise, a GET only reads. */
export function effectOf(name: CallName): Effect {
  const { effect } = CALL_DETAILS[name];
  if (effect) return effect;
  const call = allCalls[name];
  if ('movesMoney' in call) return 'money';
  return call.method === 'GET' ? 'none' : 'change';
}

/** Returns the names of the `{parameters}` in a call's path, in order. */
export const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Returns the details of a topic's calls. */
const inTopic = <Name extends CallName>(topic: string, details: Record<Name, Omit<CallDetails, 'topic'>>) =>
  Object.fromEntries(
    Object.entries<Omit<CallDetails, 'topic'>>(details).map(([name, one]) => [name, { topic, ...one }]),
  ) as Record<Name, CallDetails>;

export const CALL_DETAILS: Readonly<Record<CallName, CallDetails>> = {
  ...inTopic('brand', {
    brand: { summary: 'A brand', errors: { 404: 'There is no such brand' } },
    file: { summary: 'An image: a data URL, or bare base64', errors: { 404: 'There is no such file' } },
    reportRemotes: {
      summary: "Reports counts of the remotes' failures in this browser",
      optional,
      body: RemoteReport,
    },
  }),
  ...inTopic('account', {
    login: { summary: 'Begins a session', effect: 'session', errors: { 404: 'E-mail or password is wrong' } },
    logout: { summary: 'Ends the session', effect: 'session', optional },
    liveTicket: { summary: 'A ticket that opens the live stream once, within 30 s', optional },
    register: {
      summary: 'Creates an account',
      query: MailQuery,
      errors: { 400: 'The password was refused; the code says why', 409: 'The e-mail has an account' },
    },
    requestReset: {
      summary: 'Sends a mail with a password token',
      effect: 'change',
      query: MailQuery,
      errors: { 404: 'The e-mail has no account' },
    },
    resetPassword: {
      summary: 'Sets a new password with the token of a mail',
      errors: { 400: 'The token is invalid, or the password was refused' },
    },
    userProfile: { summary: 'The logged-in user' },
    changeProfile: { summary: 'Changes the profile', errors: { 409: 'Another account has the e-mail' } },
    changePassword: {
      summary: 'Changes the password',
      errors: { 400: 'The old password is wrong, or the new one was refused' },
    },
    deleteUser: {
      summary: "Deletes the user's own account",
      errors: { 403: "Not the user's own account", 409: 'A charge is running' },
    },
    addPushToken: { summary: 'Registers a device of the native app' },
    removePushToken: { summary: 'Removes a device of the native app' },
    notificationSettings: { summary: 'Settings of push notices', optional },
    changeNotificationSettings: { summary: 'Switches one kind of push notice on or off', optional },
    subscribeToPush: { summary: "Sets the session's push subscription", optional },
    unsubscribeFromPush: { summary: "Removes the session's push subscription", optional },
    createGuestAccount: {
      summary: 'Makes the user of a charge without an account an account',
      optional,
      errors: {
        400: 'The password was refused; the code says why',
        409: 'The e-mail has an account, or the charge has not ended',
      },
    },
  }),
  ...inTopic('wallet', {
    balance: { summary: 'The credit, in BRL', query: z.object({ wallet_type: z.literal(0) }) },
    topUp: {
      summary: 'Buys credit with a saved card or Pix',
      errors: { 404: UNKNOWN, 409: 'The key was used with other content' },
    },
    paybackPlan: {
      summary: 'Which credit can go back to where it was paid from, and why the rest cannot',
      optional,
    },
    requestPayback: {
      summary: 'Gives credit back to where it was paid from',
      optional,
      errors: { 409: 'The parts are not the current plan, or the key was used with other parts' },
    },
    paymentMethods: { summary: 'Saved cards' },
    paymentMethod: { summary: 'A saved card', errors: { 404: UNKNOWN } },
    addPaymentMethod: { summary: "Saves a card with the payment provider's token", effect: 'money' },
    deletePaymentMethod: { summary: 'Deletes a saved card', effect: 'money', errors: { 404: UNKNOWN } },
    makeDefaultPaymentMethod: { summary: 'Makes a saved card the default', errors: { 404: UNKNOWN } },
    reportTokenError: { summary: "Reports an error of the payment provider's script" },
    history: { summary: 'The statement of the last 30, 60 or 90 days' },
    order: { summary: 'A top-up', errors: { 404: UNKNOWN } },
    userTransaction: { summary: 'The receipt of a charge', errors: { 404: UNKNOWN } },
  }),
  ...inTopic('sites', {
    siteSearch: { summary: 'Sites near a position', query: SiteSearch },
    chargerSite: { summary: 'A site', errors: { 404: 'There is no such site' } },
    siteConnectors: { summary: 'The connectors of a site' },
    addressSearch: { summary: 'Addresses that match a text' },
  }),
  ...inTopic('charging', {
    chargerId: { summary: "The charger with a typed number, or 'Not Found'" },
    connectorsOfCharger: { summary: 'Connectors with a number', guests },
    connectorStatus: { summary: 'The state of one connector', guests },
    currentPrice: { summary: 'The price in force at a charge point' },
    activeRecharges: { summary: "The user's running charges" },
    startAttempts: { summary: 'Starts that are waiting or failed', optional },
    startCharge: { summary: 'Starts a charge', errors: { 409: 'The key was used with other content' } },
    stopCharge: { summary: 'Stops a charge, or cancels a wait' },
    unlockCable: { summary: 'Unlocks the cable', effect: 'money', optional },
    createGuestCharge: {
      summary: 'Orders a Pix code that pays and starts a charge without an account',
      optional,
      errors: {
        404: 'There is no such charger',
        409: 'The connector is not available, or the secret was used with other content',
      },
    },
    guestCharge: {
      summary: 'The charge without an account of this session',
      optional,
      errors: { 404: 'The session is of an account' },
    },
    waitingPlace: { summary: "The user's place in the line of a site", optional },
    joinLine: {
      summary: 'Waits in line for a connector with a plug',
      optional,
      errors: {
        404: UNKNOWN,
        409: 'A connector is free, the user charges at the site, or has less credit than a start requires',
      },
    },
    leaveLine: { summary: "Gives up the user's place or turn", optional },
  }),
  ...inTopic('vehicles', {
    tags: { summary: "The user's cards, and identifiers of their cars", optional },
    linkCar: {
      summary: 'Links the identifier of the car that a charge point has recognised',
      optional,
      errors: { 404: 'No car was recognised in this charge', 409: 'Another account has linked this car' },
    },
    changeTag: { summary: 'Blocks a card', optional, errors: { 404: UNKNOWN } },
    deleteTag: { summary: "Forgets a car's identifier", optional, errors: { 404: UNKNOWN } },
    vehicles: { summary: "The user's vehicles" },
    vehicle: { summary: 'A vehicle', errors: { 404: UNKNOWN } },
    addVehicle: { summary: 'Adds a vehicle', errors: { 409: 'The account has a vehicle with this plate' } },
    changeVehicle: {
      summary: 'Changes a vehicle',
      errors: { 404: UNKNOWN, 409: 'The account has a vehicle with this plate' },
    },
    deleteVehicle: { summary: 'Deletes a vehicle', errors: { 404: UNKNOWN } },
    manufacturers: { summary: 'All manufacturers' },
    models: { summary: 'The models of a manufacturer', query: z.object({ manufacturerid: z.string() }) },
  }),
  ...inTopic('releases', {
    releases: {
      summary: "Releases of the web app's remotes, their figures and their history",
      optional,
      errors: { 403: NO_RELEASES },
    },
    changeRelease: {
      summary: 'Changes which version of a remote browsers run',
      optional,
      errors: { 403: NO_RELEASES, 409: 'The registry has changed, or the change is not possible' },
    },
  }),
  ...inTopic('coupons', {
    coupons: { summary: "The user's coupons", query: CouponQuery },
    addCoupon: {
      summary: 'Adds a coupon with its code',
      errors: { 400: 'The coupon was refused; the code says why', 404: 'There is no such coupon' },
    },
  }),
  ...inTopic('boards', {
    siteBoard: { summary: 'The status board of a site' },
    fleetPriority: { summary: "Which of a fleet's vehicles to charge first" },
    siteReliability: { summary: "The connectors' reliability", optional },
  }),
  ...inTopic('valet', {
    valetQueue: { summary: 'The queue of a site', errors: { 403: NOT_VALET } },
    addToValetQueue: {
      summary: 'Adds a vehicle',
      errors: { 403: NOT_VALET, 409: 'The plate is in the queue' },
    },
    deleteFromValetQueue: {
      summary: 'Deletes a vehicle',
      errors: { 403: NOT_VALET, 404: 'There is no such row' },
    },
    dismissFromValetQueue: {
      summary: 'Dismisses a finished row',
      optional,
      errors: { 403: NOT_VALET, 404: 'There is no such row', 409: "The row's charge has not finished" },
    },
    valetConnectors: { summary: 'The connectors of a site', errors: { 403: NOT_VALET } },
    valetStart: {
      summary: "Starts the charge of a row's vehicle",
      errors: { 403: NOT_VALET, 404: 'There is no such row' },
    },
  }),
};

/** Returns whether a backend must refuse a call without a session, with 401. */
export const needsSession = (name: CallName): boolean =>
  !('public' in allCalls[name]) &&
  !('sameForAll' in allCalls[name]) &&
  !CALL_DETAILS[name].guests &&
  // The app ignores the response to a logout.
  name !== 'logout';
