import type { ChargePoint } from './charge-point.ts';
import type { Connector } from './connector.ts';

/** A card of nobody's: the central system takes it as a charge without a user. */
export const VISITOR_TAG = 'VISITANTE';

const between = (least: number, most: number) => least + Math.random() * (most - least);
const minutes = (count: number) => count * 60;

/** Cars come to this connector, charge a while by a card at the reader, and leave, for as long as the clock runs. */
export function lead(chargePoint: ChargePoint, connector: Connector): void {
  const { clock } = chargePoint;
  const comes = () => {
    connector.plug({ soc: between(15, 55), capacityWh: between(38_000, 80_000) });
    clock.after(3, startsIfFree);
  };
  const startsIfFree = () => {
    chargePoint.startLocally(connector.id, VISITOR_TAG).then(
      () => clock.after(between(minutes(8), minutes(30)), leaves),
      // The line is down: the card is tried again.
      () => clock.after(10, startsIfFree),
    );
  };
  const leaves = () => {
    connector.unplug();
    clock.after(between(minutes(0.5), minutes(4)), comes);
  };
  clock.after(between(1, 15), comes);
}
