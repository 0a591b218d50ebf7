import * as z from 'zod/mini';
import {
  duration,
  flag,
  id,
  instant,
  number,
  optional,
  shownText,
  strictWithDefault,
  text,
} from './fields.ts';
import { list, withDefault } from './lenient.ts';
import { ConnectorMeasurement } from './site.ts';

/** One row of a status board. Energy in kWh, power in kW, charge in percent. */
export const BoardConnector = z.looseObject({
  name: optional(shownText),
  uvName: optional(shownText),
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
  /** Its car waits until others leave it some of the site's power. */
  waitsForPower: optional(flag),
});
export type BoardConnector = z.output<typeof BoardConnector>;

/** `GET /viewer/SiteConnectorsStatus/{id}`, unauthenticated. */
export const SiteBoard = z.looseObject({
  csName: withDefault(shownText, ''),
  csLogoFileId: optional(id),
  csBgFileId: optional(id),
  csBgColor: optional(text),
  count: optional(number),
  /** The site's connectors share its power: its limit, and what the cars draw. */
  sharedPower: optional(z.looseObject({ maxKW: number, usedKW: number })),
  connectors: strictWithDefault(list(BoardConnector), []),
});
export type SiteBoard = z.output<typeof SiteBoard>;

/** A connector with its measurements. */
export const MeasuredConnector = z.looseObject({
  ...ConnectorMeasurement.shape,
  name: optional(shownText),
  cpCode: optional(id),
  connectorId: id,
  cpStatus: optional(text),
  connectorStatus: optional(text),
});
export type MeasuredConnector = z.output<typeof MeasuredConnector>;

/** `GET /viewer/ConnectorReliability/{id}`, unauthenticated. */
export const SiteReliability = z.looseObject({
  csName: withDefault(shownText, ''),
  csLogoFileId: optional(id),
  csBgFileId: optional(id),
  connectors: strictWithDefault(list(MeasuredConnector), []),
});

/** A vehicle of a fleet. Charge in percent, range in km. */
export const FleetVehicle = z.looseObject({
  vmName: optional(shownText),
  uvId: id,
  uvLicencePlate: optional(shownText),
  /** Last state of charge that the car reported; absent if it never did. */
  uvTelemetrySoc: optional(number),
  uvTelemetryTimestamp: optional(instant),
  isCharging: withDefault(flag, false),
  autonomyKm: optional(number),
  /** Time to a full charge on alternating current. */
  chargeTimeAC: optional(duration),
  /** When it next departs, or should have. */
  departsAt: optional(instant),
  /** When it will have the energy that it needs then, with the power measured now. */
  readyAt: optional(instant),
  /**
   * `ready` if it has that energy, `urgent` if it must charge now to have it in time, `late` if it can't have it
   * in time any more. Those that must charge now are listed first.
   */
  readiness: optional(text),
});
export type FleetVehicle = z.output<typeof FleetVehicle>;

/**
 * `GET /viewer/RechargePriority/{id}`, unauthenticated. Missing energy in kWh and charging hours.
 */
export const FleetPriority = z.looseObject({
  csName: withDefault(shownText, ''),
  count: optional(number),
  requiredBattKwh: optional(number),
  chargeTimeACHour: optional(number),
  fleetVehicles: strictWithDefault(list(FleetVehicle), []),
});
export type FleetPriority = z.output<typeof FleetPriority>;
