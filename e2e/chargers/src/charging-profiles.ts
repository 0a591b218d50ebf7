/** The charging profiles of a charge point, and the power that they leave to each connector. */
import * as z from 'zod/mini';
import type { Params } from './connection.ts';
import type { Clock } from './runtime.ts';

/** A charge point that gets more rejects them (MaxChargingProfilesInstalled). */
const MAX_PROFILES = 30;
/** Between phase and neutral, for limits in A. */
const VOLTS = 230;

const Schedule = z.object({
  chargingRateUnit: z.enum(['A', 'W']),
  startSchedule: z.optional(z.string()),
  /** In s. */
  duration: z.optional(z.number()),
  chargingSchedulePeriod: z.array(
    z.object({ startPeriod: z.number(), limit: z.number(), numberPhases: z.optional(z.number()) }),
  ),
});
const Profile = z.object({
  chargingProfileId: z.number(),
  stackLevel: z.number(),
  chargingProfilePurpose: z.enum(['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile']),
  /** Of the central system in OCPP 1.6, of the charge point in OCPP 2.0.1. */
  transactionId: z.optional(z.union([z.number(), z.string()])),
  validFrom: z.optional(z.string()),
  validTo: z.optional(z.string()),
  chargingSchedule: Schedule,
});
const SetProfile = z.object({ connectorId: z.number(), csChargingProfiles: Profile });
type Stored = z.output<typeof SetProfile>;
type Purpose = z.output<typeof Profile>['chargingProfilePurpose'];

/** What a profile applies to: a connector with or without a charge. */
interface Target {
  readonly id: number;
  readonly maxPowerW: number;
  readonly charge:
    | { startedAt: string; transactionId?: number | undefined; stationTransactionId?: string | undefined }
    | undefined;
}

export type ChargingProfiles = ReturnType<typeof createChargingProfiles>;

/** @param connectors of the charge point, which share its overall limit equally */
export function createChargingProfiles(clock: Pick<Clock, 'now'>, connectors: readonly Target[]) {
  const profiles = new Map<number, Stored>();
  const idsOf = ({ charge }: Target) => [charge?.transactionId, charge?.stationTransactionId];
  const isFor = (target: Target, { connectorId, csChargingProfiles: profile }: Stored) =>
    (connectorId === target.id || connectorId === 0) &&
    (profile.transactionId === undefined || idsOf(target).includes(profile.transactionId));

  /** Returns the limit in W of the highest profile with a purpose; undefined if none is in force. */
  function limitBy(purpose: Purpose, target: Target): number | undefined {
    const limits = [...profiles.values()]
      .filter(
        (stored) => stored.csChargingProfiles.chargingProfilePurpose === purpose && isFor(target, stored),
      )
      .sort((one, other) => other.csChargingProfiles.stackLevel - one.csChargingProfiles.stackLevel)
      .map(({ csChargingProfiles }) => limitNow(csChargingProfiles, target));
    return limits.find((limit) => limit !== undefined);
  }

  function limitNow({ chargingSchedule, validFrom, validTo }: z.output<typeof Profile>, { charge }: Target) {
    const now = clock.now().getTime();
    if (validFrom && now < Date.parse(validFrom)) return undefined;
    if (validTo && now >= Date.parse(validTo)) return undefined;
    const { startSchedule = charge?.startedAt, duration = Infinity, chargingRateUnit } = chargingSchedule;
    const seconds = startSchedule === undefined ? 0 : (now - Date.parse(startSchedule)) / 1000;
    if (seconds < 0 || seconds >= duration) return undefined;
    const period = chargingSchedule.chargingSchedulePeriod.findLast(
      ({ startPeriod }) => startPeriod <= seconds,
    );
    if (!period) return undefined;
    return chargingRateUnit === 'W' ? period.limit : period.limit * VOLTS * (period.numberPhases ?? 3);
  }

  return {
    /** Returns the power in W that a connector may deliver now. */
    limitOf(target: Target): number {
      const whole = limitBy('ChargePointMaxProfile', target) ?? Infinity;
      const busy = connectors.filter(({ charge }) => charge).length || 1;
      const own = (target.charge && limitBy('TxProfile', target)) ?? limitBy('TxDefaultProfile', target);
      return Math.min(target.maxPowerW, own ?? Infinity, whole / busy);
    },

    set(params: Params): 'Accepted' | 'Rejected' {
      const given = SetProfile.parse(params);
      const { chargingProfileId: id, chargingProfilePurpose, transactionId } = given.csChargingProfiles;
      const target = connectors.find((connector) => connector.id === given.connectorId);
      if (!target && given.connectorId !== 0) return 'Rejected';
      if (profiles.size >= MAX_PROFILES && !profiles.has(id)) return 'Rejected';
      if (chargingProfilePurpose === 'TxProfile') {
        if (!target?.charge) return 'Rejected';
        if (transactionId !== undefined && !idsOf(target).includes(transactionId)) return 'Rejected';
      }
      profiles.set(id, given);
      return 'Accepted';
    },

    clear({ id, connectorId, chargingProfilePurpose, stackLevel }: Params): 'Accepted' | 'Unknown' {
      const isMeant = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;
      const cleared = [...profiles].filter(
        ([known, { connectorId: at, csChargingProfiles: profile }]) =>
          isMeant(id, known) &&
          isMeant(connectorId, at) &&
          isMeant(chargingProfilePurpose, profile.chargingProfilePurpose) &&
          isMeant(stackLevel, profile.stackLevel),
      );
      for (const [known] of cleared) profiles.delete(known);
      return cleared.length > 0 ? 'Accepted' : 'Unknown';
    },

    /** Deletes the profiles of a charge that has ended. */
    endCharge(target: Target): void {
      for (const [id, stored] of profiles)
        if (
          stored.csChargingProfiles.chargingProfilePurpose === 'TxProfile' &&
          stored.connectorId === target.id
        )
          profiles.delete(id);
    },

    /** Returns the schedule of the highest profile of a connector, or of all for 0. */
    scheduleOf(connectorId: unknown): z.output<typeof Schedule> {
      const [highest] = [...profiles.values()]
        .filter((profile) => profile.connectorId === connectorId || profile.connectorId === 0)
        .sort((one, other) => other.csChargingProfiles.stackLevel - one.csChargingProfiles.stackLevel);
      const meant = connectors.filter(({ id }) => connectorId === 0 || id === connectorId);
      const limit = meant.reduce((sum, { maxPowerW }) => sum + maxPowerW, 0);
      return (
        highest?.csChargingProfiles.chargingSchedule ?? {
          chargingRateUnit: 'W',
          chargingSchedulePeriod: [{ startPeriod: 0, limit }],
        }
      );
    },
  };
}
