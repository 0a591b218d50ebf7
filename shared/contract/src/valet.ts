/** The valet queue of a site (specification, sections 3, 4 and 7). */
import * as z from 'zod/mini';
import { duration, id, instant, number, optional, text } from './fields.ts';
import { withDefault } from './lenient.ts';

/** `QUEUED`, `CHARGING`, `FINISHED`; a status that is new to a client is no reason to lose the row. */
export const VALET_STATUSES = ['QUEUED', 'CHARGING', 'FINISHED'] as const;
export type ValetStatus = (typeof VALET_STATUSES)[number];

/** A vehicle that was handed over. Energy in kWh. */
export const ValetQueueItem = z.looseObject({
  cqId: id,
  cqCsId: optional(id),
  /** The prisma: the numbered piece that lies on the car's roof, and that its driver holds the twin of. */
  cqCustomId: withDefault(id, ''),
  /** Empty once it was erased: its driver deleted their account. */
  cqUvLicencePlate: withDefault(text, ''),
  /** Absent while the item is pending: it isn't in the queue yet and can only be deleted. */
  cqQueuedAt: optional(instant),
  status: optional(text),
  chargePointName: optional(text),
  connectorId: optional(id),
  meterTotal: optional(number),
  startTime: optional(instant),
  /** Of a finished charge. */
  duration: optional(duration),
});
export type ValetQueueItem = z.output<typeof ValetQueueItem>;

/** Body of an addition and, as it is specified, of a deletion. */
export const ValetVehicle = z.object({ cqCsId: id, cqUvLicencePlate: text, cqCustomId: id });

export const ValetStart = z.object({ cqId: id, chargePointId: id, connectorId: id });

/** A connector that a charge can be started on, or could be another time. */
export const ValetConnector = z.looseObject({
  chargePointId: id,
  connectorId: id,
  name: optional(text),
  connectorStatus: optional(text),
});
export type ValetConnector = z.output<typeof ValetConnector>;
