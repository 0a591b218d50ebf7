import * as z from 'zod/mini';
import { duration, id, instant, number, optional, text, withDefault } from './fields.ts';

/** One row of a status board. Energy in kWh, power in kW, charge in percent. */
export const BoardConnector = z.looseObject({
  name: optional(text),
  uvName: optional(text),
  soC: optional(number),
  cpCode: optional(id),
  connectorId: id,
  transactionId: optional(id),
  meterKWH: optional(number),
  chargeRateKW: optional(number),
  requiredChargeTime: optional(duration),
  startTime: optional(instant),
  cpStatus: optional(text),
  connectorStatus: optional(text),
});
export type BoardConnector = z.output<typeof BoardConnector>;

/** `GET /viewer/SiteConnectorsStatus/{id}`, unauthenticated. */
export const SiteBoard = z.looseObject({
  csName: withDefault(text, ''),
  csLogoFileId: optional(id),
  csBgFileId: optional(id),
  csBgColor: optional(text),
  count: optional(number),
  connectors: withDefault(z.array(BoardConnector), []),
});
export type SiteBoard = z.output<typeof SiteBoard>;
