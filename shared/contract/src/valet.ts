/** The valet queue of a site. */
import * as z from 'zod/mini';
import { duration, flag, id, instant, number, optional, shownText, text } from './fields.ts';
import { withDefault } from './lenient.ts';

const prisma = z.pipe(id, shownText);

/** Known statuses. A row with an unknown one is still shown. */
export type ValetStatus = 'QUEUED' | 'CHARGING' | 'FINISHED';

/** A vehicle that was handed over to the valets. Energy in kWh. */
export const ValetQueueItem = z.looseObject({
  cqId: id,
  cqCsId: optional(id),
  /** Number of the prisma, a numbered marker on the car's roof; the driver gets a matching one. */
  cqCustomId: withDefault(prisma, ''),
  /** Empty after it was erased because the driver deleted their account. */
  cqUvLicencePlate: withDefault(shownText, ''),
  /** Absent while the item is pending: it isn't in the queue yet and can only be deleted. */
  cqQueuedAt: optional(instant),
  status: optional(text),
  chargePointName: optional(shownText),
  connectorId: optional(id),
  meterTotal: optional(number),
  startTime: optional(instant),
  /** Duration of a finished charge. */
  duration: optional(duration),
  /**
   * Whether the car is full or has finished charging, but is still plugged in. If absent, a charge
   * that has just finished may block its charger.
   */
  blocksCharger: optional(flag),
  /** Deadline for plugging in the car after a start was accepted. */
  plugWaitUntil: optional(instant),
  /** Error code of the latest start, if it failed: `ConnectionTimeOut` if no car was plugged in. */
  startError: optional(text),
  /** Whether the row can be dismissed from the list; the charge stays. */
  canDismiss: optional(flag),
});
export type ValetQueueItem = z.output<typeof ValetQueueItem>;

/** Request body for adding or deleting a vehicle. */
export const ValetVehicle = z.object({ cqCsId: id, cqUvLicencePlate: shownText, cqCustomId: prisma });

export const ValetStart = z.object({ cqId: id, chargePointId: id, connectorId: id });

/** A connector of the site, whether or not a charge can be started on it now. */
export const ValetConnector = z.looseObject({
  chargePointId: id,
  connectorId: id,
  name: optional(shownText),
  connectorStatus: optional(text),
});
export type ValetConnector = z.output<typeof ValetConnector>;
