/** How a simulated charge point is set up, and how it deviates from the standard. */
import * as z from 'zod/mini';
import { CarOptions } from './energy.ts';

const seconds = z.number().check(z.minimum(0));
const isSelected = z._default(z.boolean(), false);

/** Deviations of charge points and drivers that a test can select. */
const Behaviour = z.object({
  /**
   * Seconds from an accepted remote start until a car is plugged in automatically; null: never.
   */
  plugAfter: z._default(z.nullable(seconds), null),
  /** Seconds that an accepted remote start waits for a car; null: ConnectionTimeOut. */
  waitForCar: z._default(z.nullable(seconds), null),
  /** Seconds from the end of a charge until the car is unplugged automatically; null: never. */
  unplugAfter: z._default(z.nullable(seconds), null),
  rejectRemoteStart: isSelected,
  rejectRemoteStop: isSelected,
  /** Delay of every response to the central system, in seconds. */
  replyAfter: z._default(seconds, 0),
  /** The charge begins before the response to the remote start. */
  startBeforeReply: isSelected,
  /** Skips Preparing: goes straight to Charging. */
  skipPreparing: isSelected,
  /** Skips Finishing: goes straight to Available. */
  skipFinishing: isSelected,
  /** Reply to UnlockConnector; only `Unlocked` has an effect. */
  unlockReply: z._default(z.enum(['Unlocked', 'UnlockFailed', 'NotSupported']), 'Unlocked'),
  noMeterValues: isSelected,
  noSoC: isSelected,
  energyUnit: z._default(z.enum(['Wh', 'kWh']), 'Wh'),
  /** Sends every message about a transaction twice. */
  duplicates: isSelected,
  /** Sends StopTransaction with id −1, like a charge point that lost the id in a restart. */
  forgetTransactionId: isSelected,
  /**
   * Factor by which meter and battery count faster than the power accounts for; 1 is accurate.
   */
  energySpeed: z._default(z.number().check(z.positive()), 1),
  /** Rejects every charging profile. */
  rejectProfiles: isSelected,
  /** Accepts charging profiles, and delivers all power nevertheless. */
  ignoreProfiles: isSelected,
  /** Energy in Wh that a charge has drawn as soon as it begins. */
  energyAtBegin: z._default(z.number().check(z.minimum(0)), 0),
});
export type Behaviour = z.output<typeof Behaviour>;

/** A change of some fields, which `changeBehaviour` validates: absent fields must not get their defaults. */
export const BehaviourChange = z.custom<z.input<typeof Behaviour>>();

/**
 * Returns `current`, by default the default behaviour, with the defined fields of a change.
 * @throws if a field is invalid
 */
export function changeBehaviour(change: z.input<typeof Behaviour> = {}, current?: Behaviour): Behaviour {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return Behaviour.parse({ ...current, ...defined });
}

const FleetConnector = z.object({
  id: z.number(),
  maxPowerW: z.number(),
  meterWh: z.optional(z.number()),
  /** Simulates traffic: the idTag of the drivers' card, and the first car. */
  visitors: z.optional(z.extend(CarOptions, { idTag: z.string() })),
  /** Faulted from the start, with this OCPP error code. */
  fault: z.optional(z.string()),
  outOfService: z.optional(z.boolean()),
});

/** One charge point of the list from `GET /sandbox/api/charge-points` or from a file. */
export const FleetEntry = z.object({
  id: z.string(),
  /** OCPP 1.6 by default. */
  ocppVersion: z.optional(z.enum(['1.6', '2.0.1'])),
  model: z.optional(z.string()),
  /** The first AuthorizationKey. */
  password: z.optional(z.string()),
  /** The first SecurityProfile: 1 by default if there is a password, otherwise 0. */
  securityProfile: z.optional(z.number()),
  /** For security profiles 2 and 3. */
  tls: z.optional(
    z.object({
      /** `wss://host:port/ocpp` */
      endpoint: z.string(),
      /** The authority of the central system's certificate (PEM). */
      ca: z.string(),
      /** The charge point's own certificate and key (PEM), for profile 3. */
      certificate: z.optional(z.object({ cert: z.string(), key: z.string() })),
    }),
  ),
  connectors: z.array(FleetConnector),
  behaviour: z.optional(BehaviourChange),
  /** OCPP configuration keys other than the defaults. */
  configuration: z.optional(z.record(z.string(), z.string())),
  /** Factor by which its time is faster than real time. */
  timeScale: z.optional(z.number()),
});
export type FleetEntry = z.output<typeof FleetEntry>;
