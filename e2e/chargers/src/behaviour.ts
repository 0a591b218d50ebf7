import * as z from 'zod/mini';

const seconds = z.number().check(z.minimum(0));

/** Deviations of charge points and drivers that a test can select. */
export const BehaviourChange = z.partial(
  z.object({
    /**
     * Seconds from an accepted remote start until a car is plugged in automatically; null: never.
     */
    plugAfter: z.nullable(seconds),
    /** Seconds that an accepted remote start waits for a car; null: ConnectionTimeOut. */
    waitForCar: z.nullable(seconds),
    /** Seconds from the end of a charge until the car is unplugged automatically; null: never. */
    unplugAfter: z.nullable(seconds),
    rejectRemoteStart: z.boolean(),
    rejectRemoteStop: z.boolean(),
    /** Delay of every response to the central system, in seconds. */
    replyAfter: seconds,
    /** The charge begins before the response to the remote start. */
    startBeforeReply: z.boolean(),
    /** Skips Preparing: goes straight to Charging. */
    skipPreparing: z.boolean(),
    /** Skips Finishing: goes straight to Available. */
    skipFinishing: z.boolean(),
    /** Reply to UnlockConnector; only `Unlocked` has an effect. */
    unlockReply: z.enum(['Unlocked', 'UnlockFailed', 'NotSupported']),
    noMeterValues: z.boolean(),
    noSoC: z.boolean(),
    energyUnit: z.enum(['Wh', 'kWh']),
    /** Sends every message about a transaction twice. */
    duplicates: z.boolean(),
    /** Sends StopTransaction with id −1, like a charge point that lost the id in a restart. */
    forgetTransactionId: z.boolean(),
    /**
     * Factor by which meter and battery count faster than the power accounts for; 1 is accurate.
     */
    energySpeed: z.number().check(z.positive()),
    /** Rejects every charging profile. */
    rejectProfiles: z.boolean(),
    /** Accepts charging profiles, and delivers all power nevertheless. */
    ignoreProfiles: z.boolean(),
    /** Energy in Wh that a charge has drawn as soon as it begins. */
    energyAtBegin: z.number().check(z.minimum(0)),
  }),
);
export type BehaviourChange = z.output<typeof BehaviourChange>;
export type Behaviour = { [Name in keyof BehaviourChange]-?: Exclude<BehaviourChange[Name], undefined> };

const DEFAULT: Behaviour = {
  plugAfter: null,
  waitForCar: null,
  unplugAfter: null,
  rejectRemoteStart: false,
  rejectRemoteStop: false,
  replyAfter: 0,
  startBeforeReply: false,
  skipPreparing: false,
  skipFinishing: false,
  unlockReply: 'Unlocked',
  noMeterValues: false,
  noSoC: false,
  energyUnit: 'Wh',
  duplicates: false,
  forgetTransactionId: false,
  energySpeed: 1,
  rejectProfiles: false,
  ignoreProfiles: false,
  energyAtBegin: 0,
};

/** Returns `current`, by default the default behaviour, with the defined fields of a change. */
export function changeBehaviour(change: BehaviourChange = {}, current = DEFAULT): Behaviour {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...current, ...defined };
}
