import type { CarOptions } from './car.ts';
import type { ChargePoint } from './charge-point.ts';
import type { Connector } from './connector.ts';

const between = (least: number, most: number) => least + Math.random() * (most - least);
const minutes = (count: number) => count * 60;

/** Simulates traffic until the clock stops: cars arrive, charge with a card, and leave. */
export function simulateVisitors(
  chargePoint: ChargePoint,
  connector: Connector,
  first: CarOptions & { idTag: string },
): void {
  const { clock } = chargePoint;
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
