import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

interface MissingValuesProps {
  figures: RechargeState['figures'];
  /** The price includes energy, but the cost so far doesn't. */
  withoutEnergy: boolean;
}

/**
 * Names the values that the charger or the car doesn't send, and explains the effect on cost and
 * credit limit.
 */
export function MissingValues({ figures: { kwh, soc }, withoutEnergy }: MissingValuesProps) {
  if (kwh === undefined)
    return <p className={styles.missing}>{withoutEnergy ? strings.noMeterPriced : strings.noMeter}</p>;
  return soc === undefined ? <p className={styles.missing}>{strings.noSoc}</p> : null;
}
