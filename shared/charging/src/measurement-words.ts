import { formatAge, formatKwh } from '@shared/brazil';
import type { GoodCharge, Reliability } from '@shared/contract';

/** Returns how many of the last charges worked, in words. */
export function reliabilityWords({ succeeded, attempts }: Reliability): string {
  const ofAll = `das últimas ${attempts} recargas`;
  if (succeeded === 0) return `Nenhuma ${ofAll} deu certo`;
  return succeeded === 1 ? `1 ${ofAll} deu certo` : `${succeeded} ${ofAll} deram certo`;
}

/** A connector is unreliable only if the upper bound of its interval is below this percentage. */
const UNRELIABLE_PERCENT = 80;
export const isUnreliable = ({ highPercent }: Reliability) => highPercent < UNRELIABLE_PERCENT;

/** Returns when the last good charge ended, and its energy; `now` in ms since 1970. */
export const goodChargeWords = ({ endedAt, energyKwh }: GoodCharge, now: number): string =>
  `${formatAge((now - Date.parse(endedAt)) / 1000)}, ${formatKwh(energyKwh)}`;
