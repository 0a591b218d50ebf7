/** The charging profiles with which a site's power is shared (OCPP 1.6 §3.13). */
import type { PowerGrant } from '../../platform/database/schema.ts';
import { addMs, DAY_MS, SECOND_MS } from '../../platform/time.ts';

/** Ids of our profiles at a charge point: operators use lower ones. */
const FIRST_ID = 9000;

/** Returns the request that limits a connector: its present charge, or any. */
export function profileOf(connectorId: number, grant: PowerGrant) {
  const { limitW, thenW, until, sentAt, transactionId } = grant;
  // It began a day ago, so that it is in force although the charge point's clock may be slow.
  const startSchedule = addMs(new Date(sentAt), -DAY_MS);
  const endsAfter = Math.round((until - startSchedule.getTime()) / SECOND_MS);
  const isCharge = transactionId !== undefined;
  return {
    connectorId,
    csChargingProfiles: {
      chargingProfileId: FIRST_ID + connectorId * 2 + (isCharge ? 1 : 0),
      ...(isCharge && { transactionId }),
      stackLevel: 0,
      chargingProfilePurpose: isCharge ? 'TxProfile' : 'TxDefaultProfile',
      chargingProfileKind: 'Absolute',
      chargingSchedule: {
        startSchedule: startSchedule.toISOString(),
        chargingRateUnit: 'W',
        chargingSchedulePeriod: [
          { startPeriod: 0, limit: limitW },
          ...(limitW === thenW ? [] : [{ startPeriod: endsAfter, limit: thenW }]),
        ],
      },
    },
  };
}

/** Returns the request that limits a whole charge point, whatever becomes of the other profiles. */
export const guardOf = (limitW: number, now: Date) => ({
  connectorId: 0,
  csChargingProfiles: {
    chargingProfileId: FIRST_ID,
    stackLevel: 0,
    chargingProfilePurpose: 'ChargePointMaxProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: {
      startSchedule: addMs(now, -DAY_MS).toISOString(),
      chargingRateUnit: 'W',
      chargingSchedulePeriod: [{ startPeriod: 0, limit: limitW }],
    },
  },
});

/** Returns the requests that remove the profiles of a connector and the guard of its charge point. */
export const clearingOf = (connectorId: number) =>
  [0, connectorId * 2, connectorId * 2 + 1].map((id) => ({ id: FIRST_ID + id }));
