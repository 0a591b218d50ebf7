/**
 * State of the recharge screen for one connector, derived from the query cache. `phases.ts` derives
 * from it what the screen shows.
 */
import { isOfStart } from '@shared/charging/plug-wait';
import type { KnownConnector } from '@shared/client';
import type { LiveConnector, Transaction } from '@shared/contract';

/** Latest figures of the charge; a figure that was never reported is absent. */
interface Figures {
  /** kWh delivered by this charge. */
  kwh?: number | undefined;
  kw?: number | undefined;
  /** Percent. */
  soc?: number | undefined;
}

export interface RechargeState {
  connector?: LiveConnector | undefined;
  /** The user's own charge on this connector, open or ended. */
  transaction?: Transaction | undefined;
  /** The charge has ended. */
  over: boolean;
  /** The connector lacks the charge, or is free or finishing: a stop may have been missed. */
  mayBeOver: boolean;
  /** Error code of the newest failed start. */
  startError?: string | undefined;
  figures: Figures;
  /** Time of the last report from the charge point, in ms since 1970. */
  lastReportAt?: number | undefined;
}

interface RechargeSources {
  /** What is known about the connector; absent until it has been fetched for this screen. */
  known: KnownConnector | undefined;
  startError: string | null;
  /** Result of `stamp` when the screen opened. */
  openedAt: number;
  /** Time of the newest start request during this visit, by the server's clock, in ms since 1970. */
  since?: number | undefined;
}

export function rechargeOf({ known, startError, openedAt, since }: RechargeSources): RechargeState {
  const { charge, reportedAt = 0 } = known ?? {};
  const { openAt = 0, stoppedAt, stopTime } = charge ?? {};
  const stopped = stoppedAt !== undefined && stoppedAt >= openedAt && isOfStart(charge, since);
  const over = stopped || (stoppedAt === undefined && stopTime !== undefined && openAt >= openedAt);
  // A charge that is missing from the newest report, but was open on this screen, stays until its
  // end is known.
  const running = stoppedAt === undefined && openAt > 0 && openAt >= Math.min(reportedAt, openedAt);
  const transaction = over || running ? charge : undefined;
  return {
    connector: reportedAt > 0 ? known : undefined,
    transaction,
    over,
    mayBeOver: !over && reportedAt > 0 && (openAt < reportedAt || isFreeOrFinishing(known)),
    startError: transaction ? undefined : (startError ?? undefined),
    figures: transaction
      ? { kwh: charge?.meterTotal, kw: over ? 0 : charge?.chargeRateKW, soc: charge?.soC }
      : {},
    lastReportAt: Math.max(reportedAt, openAt) || undefined,
  };
}

/** Marks the charge as ended, after its stop event was missed. */
export const afterMissedStop = (state: RechargeState, ended: Transaction): RechargeState => ({
  ...state,
  over: true,
  transaction: { ...ended, ...state.transaction, stopTime: ended.stopTime, stopReason: ended.stopReason },
  startError: undefined,
  figures: { ...state.figures, kw: 0 },
});

/** Returns whether the charge point can't report now; false as long as nothing is known about it. */
export const isChargerOffline = ({ connector }: Pick<RechargeState, 'connector'>) =>
  connector?.isConnected === false;

const isFreeOrFinishing = (connector: LiveConnector | undefined) =>
  ['Available', 'Finishing'].includes(connector?.status ?? '');
