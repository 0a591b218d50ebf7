import { formatKw, formatKwh, formatSoC, formatTime, formatTimer } from '@shared/brazil';
import { overstayCostStart } from '@shared/charging';
import { connectorWords } from '@shared/charging/connector-status';
import { queries, serverTime, useQuery } from '@shared/client';
import type { ActiveRecharge } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { Card, useNow } from '@shared/ui';
import { ChevronRight, Zap } from '@shared/ui/icons';
import { ENERGY } from '@shared/ui/product-words';
import { Ring } from '../ring.tsx';
import styles from './active-recharges.module.css';
import { strings } from './strings.ts';

interface ActiveRechargeCardProps {
  recharge: ActiveRecharge;
  /** Another charge or wait is listed at the same site. */
  isSiteShared: boolean;
}

/** Summary of one running charge (ring, power, elapsed time) that links to the recharge screen. */
export function ActiveRechargeCard({ recharge, isSiteShared }: ActiveRechargeCardProps) {
  const { chargePointId, connectorId, startTime, chargerSite } = recharge;
  const paths = usePaths();
  const now = serverTime(useNow(1000));
  // The live event bus keeps this query's data current.
  const { data } = useQuery(queries.connectorStatus(chargePointId, connectorId));
  const connector = data?.[0];
  const kwh = connector?.transaction?.meterTotal ?? connector?.meterKWH;
  const { soC, chargeRateKW, status, isConnected = true } = connector ?? {};
  // A connector that is reported `Available` is still in use by this charge.
  const isStatusOfCharge = status !== undefined && status !== 'Available';
  const seconds = startTime === undefined ? undefined : (now - Date.parse(startTime)) / 1000;
  const overstayCostsFrom = connector?.transaction && overstayCostStart(connector.transaction);
  const name = chargerSite?.csName;
  const place = [name, (isSiteShared || !name) && connector?.chargerId];
  const figures = [
    chargeRateKW !== undefined && formatKw(chargeRateKW),
    kwh !== undefined && formatKwh(kwh),
  ].filter(Boolean);
  return (
    <Card tone="active" render={<Link to={paths.recharge(chargePointId, connectorId)} />}>
      <div className={styles.card}>
        <div className={styles.ring}>
          <Ring
            label={soC === undefined ? ENERGY : strings.battery}
            value={soC === undefined ? undefined : soC / 100}
            seconds={seconds}
            tone={status === 'Charging' ? 'live' : 'still'}
          >
            {soC === undefined ? <Zap /> : <strong>{formatSoC(soC)}</strong>}
          </Ring>
        </div>
        <div className={styles.words}>
          <div className={styles.first}>
            <strong>{isStatusOfCharge ? connectorWords(isConnected, status).label : strings.running}</strong>
            {seconds !== undefined && <strong translate="no">{formatTimer(seconds)}</strong>}
          </div>
          <bdi className={styles.place}>{place.filter(Boolean).join(' · ')}</bdi>
          {overstayCostsFrom !== undefined && (
            <strong>
              {(overstayCostsFrom > now ? strings.overstayWillCost : strings.overstayCosts)(
                formatTime(overstayCostsFrom),
              )}
            </strong>
          )}
          {figures.length > 0 && <span className={styles.place}>{figures.join(' · ')}</span>}
        </div>
        <ChevronRight className={styles.chevron} />
      </div>
    </Card>
  );
}
