/**
 * Merges what responses and live events report about a connector, independently of their order and
 * of repeats. Keeps the latest value of each field, and the user's charge that started last.
 */
import { LiveConnector, type Transaction } from '@shared/contract';

/** Values of a charge; times are results of `stamp`. */
type ChargeValues = Transaction & {
  /** Percent. */
  soC?: number | undefined;
  /** When the charge was last reported as open. */
  openAt?: number | undefined;
  /** When the stop event arrived. */
  stoppedAt?: number | undefined;
};

/** A charge of the user with the latest value of each field. */
type OwnCharge = ChargeValues & {
  /** Rank of each value; only a value of a higher rank replaces it. */
  ranks: Readonly<Record<string, number>>;
};

/** A connector as last reported. `transaction` is the user's charge unless it was stopped. */
export type KnownConnector = LiveConnector & {
  /** `stamp` of the newest report of the status; 0 if only starts and stops have been reported. */
  reportedAt: number;
  /** The user's charges on this connector, open or ended, in the order of their ids. */
  charges: readonly OwnCharge[];
  /** The charge that started last; absent in a report. */
  charge?: OwnCharge | undefined;
};

let last = 0;
/** Returns the time in ms since 1970, later than every earlier result. */
export function stamp(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}

/**
 * Returns the report of a connector's status.
 * @param at `stamp` of the live event, or of a response's request, as the response may be that old
 */
export function statusReport(connector: LiveConnector, at: number): KnownConnector {
  const { transaction, status, soC, meterKWH } = connector;
  if (!transaction) return { ...connector, reportedAt: at, charges: [] };
  const meterTotal = transaction.meterTotal ?? meterKWH;
  const chargeRateKW = connector.chargeRateKW ?? transaction.chargeRateKW;
  const values = { ...transaction, soC, meterTotal, chargeRateKW, openAt: openAt(transaction, at) };
  // The power from before a pause isn't valid during it.
  const cleared = status === 'Charging' ? [] : ['chargeRateKW'];
  return { ...connector, reportedAt: at, charges: [ranked(values, at, cleared)] };
}

/** Added to the rank of final values; greater than any time in ms and any meter value. */
const FINAL = 1e15;

/** Returns the report of a start event, or of a stop event, which makes the values final. */
export function chargeReport(transaction: Transaction, at: number, stopped: boolean): KnownConnector {
  const { chargePointId, connectorId } = transaction;
  const times = stopped ? { stoppedAt: at } : { openAt: openAt(transaction, at) };
  const charge = ranked({ ...transaction, ...times }, stopped ? at + FINAL : at);
  return { ...LiveConnector.parse({ chargePointId, connectorId }), reportedAt: 0, charges: [charge] };
}

const openAt = ({ stopTime }: Transaction, at: number) => (stopTime === undefined ? at : undefined);

/** Ranks the values that a report contains; fields in `cleared` are ranked even if absent. */
function ranked(values: ChargeValues, rank: number, cleared: readonly string[] = []): OwnCharge {
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  // A report without these ends the suspension, the pause, the unbilled time, the limit or the estimate.
  const ended = ['suspendedSince', 'pausedSince', 'excludedSince', 'sharedPower', 'secondsToFull'];
  const ranks = Object.fromEntries([...names, ...ended, ...cleared].map((name) => [name, rank]));
  // A meter never decreases, so a higher value is a later one.
  if (rank < FINAL && values.meterTotal !== undefined) ranks.meterTotal = values.meterTotal;
  return { ...values, ranks };
}

/** Returns the `stamp` of the newest report, of the status or of a charge. */
export const lastReportOf = ({ reportedAt, charge }: KnownConnector): number =>
  Math.max(reportedAt, charge?.openAt ?? 0, charge?.stoppedAt ?? 0);

/** Adds a report to what is known about a connector. */
export function mergeConnector(known: KnownConnector | undefined, report: KnownConnector): KnownConnector {
  const newest = known && known.reportedAt > report.reportedAt ? known : report;
  const charges = report.charges.reduce(withCharge, known?.charges ?? []);
  const charge = [...charges].sort(byStart).at(-1);
  return { ...newest, charges, charge, transaction: charge?.stoppedAt === undefined ? charge : undefined };
}

/**
 * Merges a charge into the known ones. Earlier charges are kept: a later report may contain the
 * start time that decides which charge started last.
 */
function withCharge(charges: readonly OwnCharge[], report: OwnCharge): readonly OwnCharge[] {
  const isSame = ({ transactionId }: OwnCharge) => transactionId === report.transactionId;
  const known = charges.find(isSame);
  const others = charges.filter((charge) => !isSame(charge));
  return [...others, known ? mergeCharge(known, report) : report].sort(byId);
}

function mergeCharge(known: OwnCharge, report: OwnCharge): OwnCharge {
  const isLater = ([name, rank]: [string, number]) => rank > (known.ranks[name] ?? Number.NEGATIVE_INFINITY);
  const ranks = Object.entries(report.ranks).filter(isLater);
  const values = ranks.map(([name]) => [name, report[name]]);
  return {
    ...known,
    ...Object.fromEntries(values),
    ranks: { ...known.ranks, ...Object.fromEntries(ranks) },
  };
}

const byId = (one: Transaction, other: Transaction) => (one.transactionId < other.transactionId ? -1 : 1);
const byStart = (one: Transaction, other: Transaction) => startOf(one) - startOf(other) || byId(one, other);
const startOf = ({ startTime }: Transaction) => (startTime ? Date.parse(startTime) : 0);
