import * as z from 'zod/mini';
import { BehaviourChange } from './actions.ts';
import { ChargePoint } from './charge-point.ts';
import { lead } from './daily-life.ts';

/** One charge point of the list that `GET /sandbox/api/charge-points` answers, or that a file holds. */
export const FleetEntry = z.object({
  id: z.string(),
  model: z.optional(z.string()),
  password: z.optional(z.string()),
  connectors: z.array(z.object({ id: z.number(), maxPowerW: z.number(), meterWh: z.optional(z.number()) })),
  behaviour: z.optional(BehaviourChange),
  /** Connectors at which cars come and go by themselves, so that the map lives. */
  busy: z.optional(z.array(z.number())),
  /** Connectors that stand broken from the start. */
  broken: z.optional(z.array(z.number())),
});
export type FleetEntry = z.output<typeof FleetEntry>;

/** All charge points of this process. */
export class Fleet {
  readonly #endpoint: string;
  readonly #chargePoints = new Map<string, ChargePoint>();

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  get all(): ChargePoint[] {
    return [...this.#chargePoints.values()];
  }

  find(id: string): ChargePoint | undefined {
    return this.#chargePoints.get(id);
  }

  /** Starts those that it doesn't have yet. */
  add(entries: FleetEntry[]): void {
    for (const entry of entries) {
      if (this.#chargePoints.has(entry.id)) continue;
      const chargePoint = new ChargePoint({
        ...entry,
        endpoint: this.#endpoint,
        behaviour: definedOnly(entry.behaviour),
      });
      this.#chargePoints.set(entry.id, chargePoint);
      for (const id of entry.broken ?? []) chargePoint.connector(id).fault('OtherError');
      for (const id of entry.busy ?? []) lead(chargePoint, chargePoint.connector(id));
      chargePoint.start();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((chargePoint) => chargePoint.stop()));
  }
}

function definedOnly(behaviour: FleetEntry['behaviour']) {
  if (!behaviour) return undefined;
  return Object.fromEntries(Object.entries(behaviour).filter(([, value]) => value !== undefined));
}
