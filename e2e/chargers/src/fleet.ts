import { ChargePoint } from './charge-point.ts';
import type { Connector } from './connector.ts';
import type { CarOptions } from './energy.ts';
import { systemRuntime } from './runtime.ts';
import type { FleetEntry } from './settings.ts';

/** Delay between starting two charge points, in ms, so that a network doesn't boot all at once. */
const STAGGER_MS = 15;

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

  /** Starts the charge points that aren't running yet. */
  async add(entries: FleetEntry[]): Promise<void> {
    for (const entry of entries) {
      if (this.#chargePoints.has(entry.id)) continue;
      this.#chargePoints.set(entry.id, this.#begin(entry));
      await new Promise<void>((resolve) => void systemRuntime.clock.after(STAGGER_MS, resolve));
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((chargePoint) => chargePoint.stop()));
  }

  #begin(entry: FleetEntry): ChargePoint {
    const chargePoint = new ChargePoint({ ...entry, endpoint: this.#endpoint });
    for (const { id, fault, outOfService, visitors } of entry.connectors) {
      const connector = chargePoint.connector(id);
      if (fault) connector.fault(fault);
      if (outOfService) connector.operative(false);
      if (visitors) simulateVisitors(chargePoint, connector, visitors);
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
): void {
  const { clock } = chargePoint;
  const between = (least: number, most: number) =>
    least + systemRuntime.randomness.fraction() * (most - least);
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
