import * as z from 'zod/mini';
import { BehaviourChange } from './behaviour.ts';
import { CarOptions } from './car.ts';

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
