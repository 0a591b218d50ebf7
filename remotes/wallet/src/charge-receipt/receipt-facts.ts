import { formatDateTime, formatDuration, formatKwh, formatRatedPower, secondsBetween } from '@shared/brazil';
import { plugName } from '@shared/charging/plug-name';
import { stopReasonText } from '@shared/charging/stop-reason';
import type { Transaction, UserTransaction } from '@shared/contract';
import { ENERGY } from '@shared/ui/product-words';
import { dropMissing, type Fact } from '../receipt/facts.ts';
import { strings } from './strings.ts';

const duration = (seconds: number | undefined) =>
  seconds === undefined ? undefined : formatDuration(seconds);
const secondsOf = (start: string | undefined, stop: string | undefined) =>
  start && stop ? secondsBetween(new Date(start), new Date(stop)) : undefined;
const dateTime = (instant: string | undefined) => instant && formatDateTime(instant);

/** Returns the number printed beside the plug, such as `10001-1`; empty if unknown. */
export const chargerNumberOf = ({ chargePoint, connectorId }: UserTransaction): string =>
  chargePoint?.cpCode ? [chargePoint.cpCode, connectorId].filter(Boolean).join('-') : '';

/** Formats the charger as it is labelled: `10001-1 · Tipo 2 · 22 kW`. */
function chargerOf(charge: UserTransaction): string {
  const { chargePoint, connectorId } = charge;
  const plug = chargePoint?.cpCm?.connectors?.find((one) => one.connectorId === connectorId)?.cctName;
  const power = chargePoint?.cpCm?.cmMaxPower;
  return [
    chargerNumberOf(charge),
    plug && plugName(plug),
    power === undefined ? undefined : formatRatedPower(power),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns the receipt's facts other than money, without unknown ones. `meterStop` is in Wh. */
export function receiptFacts(id: string, charge: UserTransaction): Fact[] {
  const { startTime, stopTime, chargeTime, meterStop, uvName, chargerSite } = charge;
  return dropMissing([
    { label: strings.site, value: chargerSite?.csName },
    { label: strings.charger, value: chargerOf(charge) },
    { label: strings.vehicle, value: uvName },
    { label: strings.start, value: dateTime(startTime) },
    { label: strings.stop, value: dateTime(stopTime) },
    { label: strings.reason, value: stopReasonText(charge.stopReason) },
    { label: strings.duration, value: duration(chargeTime ?? secondsOf(startTime, stopTime)) },
    { label: ENERGY, value: meterStop === undefined ? undefined : formatKwh(meterStop / 1000) },
    ...excludedFacts(charge),
    { label: strings.transaction, value: id },
  ]);
}

/** Returns the time that wasn't billed, by cause. */
function excludedFacts({ excludedTimes = [] }: UserTransaction) {
  const byCause: ReadonlyMap<string | undefined, string> = new Map(Object.entries(strings.excludedBy));
  const seconds = new Map<string, number>();
  for (const { cause, seconds: more } of excludedTimes) {
    const label = byCause.get(cause) ?? strings.excluded;
    seconds.set(label, (seconds.get(label) ?? 0) + more);
  }
  return [...seconds].map(([label, sum]) => ({ label, value: duration(sum) }));
}

/**
 * Returns the facts known from the live event of a charge that has just ended. `meterTotal` is in
 * kWh.
 */
export function liveFacts(charge: Transaction): Fact[] {
  const { startTime, stopTime, meterTotal, uv, transactionId } = charge;
  return dropMissing([
    { label: strings.vehicle, value: uv?.uvName },
    { label: strings.start, value: dateTime(startTime) },
    { label: strings.stop, value: dateTime(stopTime) },
    { label: strings.reason, value: stopReasonText(charge.stopReason) },
    { label: strings.duration, value: duration(secondsOf(startTime, stopTime)) },
    { label: ENERGY, value: meterTotal === undefined ? undefined : formatKwh(meterTotal) },
    { label: strings.transaction, value: transactionId },
  ]);
}
