import * as z from 'zod/mini';
import { BehaviourChange } from './behaviour.ts';
import { CarOptions } from './car.ts';
import { ChargePoint } from './charge-point.ts';
import type { Connector } from './connector.ts';
import { type Runtime, systemRuntime } from './runtime.ts';

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
  ocppVersion: z.optional(z.enum(['1.6', '2.0.1'])),
  model: z.optional(z.string()),
  password: z.optional(z.string()),
  securityProfile: z.optional(z.number()),
  /** For security profiles 2 and 3, with PEM texts. */
  tls: z.optional(
    z.object({
      endpoint: z.string(),
      ca: z.string(),
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

/** Delay between starting two charge points, in ms, so that a network doesn't boot all at once. */
const STAGGER_MS = 15;

/** All charge points of this process. */
export class Fleet {
  readonly #endpoint: string;
  readonly #runtime: Runtime;
  readonly #chargePoints = new Map<string, ChargePoint>();

  constructor(endpoint: string, runtime = systemRuntime) {
    this.#endpoint = endpoint;
    this.#runtime = runtime;
  }

  get all(): ChargePoint[] {
    return [...this.#chargePoints.values()];
  }

  find(id: string): ChargePoint | undefined {
    return this.#chargePoints.get(id);
  }

  /** Starts the charge points that aren't running yet. */
  async add(entries: FleetEntry[]): Promise<void> {
    for (const entry of entries) {
      if (this.#chargePoints.has(entry.id)) continue;
      this.#chargePoints.set(entry.id, this.#begin(entry));
      await new Promise<void>((resolve) => void this.#runtime.clock.after(STAGGER_MS, resolve));
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((chargePoint) => chargePoint.stop()));
  }

  #begin(entry: FleetEntry): ChargePoint {
    const chargePoint = new ChargePoint({ ...entry, endpoint: this.#endpoint, runtime: this.#runtime });
    for (const { id, fault, outOfService, visitors } of entry.connectors) {
      const connector = chargePoint.connector(id);
      if (fault) connector.fault(fault);
      if (outOfService) connector.operative(false);
      if (visitors) simulateVisitors(chargePoint, connector, visitors, this.#runtime);
    }
    chargePoint.start();
    return chargePoint;
  }
}

const minutes = (count: number) => count * 60;

/** Simulates traffic until the clock stops: cars arrive, charge with a card, and leave. */
function simulateVisitors(
  chargePoint: ChargePoint,
  connector: Connector,
  first: CarOptions & { idTag: string },
  { randomness }: Runtime,
): void {
  const { clock } = chargePoint;
  const between = (least: number, most: number) => least + randomness.fraction() * (most - least);
  const arrive = (car: Partial<CarOptions>) => {
    connector.plug(car);
    clock.after(between(1, 4), presentCard);
  };
  const presentCard = () => {
    chargePoint.startLocally(connector.id, first.idTag).then(
      () => clock.after(between(minutes(8), minutes(40)), leave),
      // The connection is down: present the card again.
      () => clock.after(5, presentCard),
    );
  };
  const leave = () => {
    connector.unplug();
    const next = { ...first, soc: between(10, 50), capacityWh: between(38_000, 80_000) };
    clock.after(between(minutes(0.5), minutes(3)), () => arrive(next));
  };
  arrive(first);
}
