import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

interface MissingValuesProps {
  figures: RechargeState['figures'];
  /** The price has an energy part that the cost so far lacks. */
  withoutEnergy: boolean;
}

/** Names the values that charger or car don't send, and what cost and credit limit rely on instead. */
export function MissingValues({ figures: { kwh, soc }, withoutEnergy }: MissingValuesProps) {
  if (kwh === undefined)
    return <p className={styles.missing}>{withoutEnergy ? strings.noMeterPriced : strings.noMeter}</p>;
  return soc === undefined ? <p className={styles.missing}>{strings.noSoc}</p> : null;
}
