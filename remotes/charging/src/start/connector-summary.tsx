import { formatRatedPower } from '@shared/brazil';
import { connectorWords } from '@shared/charging/connector-status';
import { plugName } from '@shared/charging/plug-name';
import type { ChargerSite, LiveConnector } from '@shared/contract';
import { StatusBadge } from '@shared/ui';
import { PlugGlyph } from '@shared/ui/plug-glyph';
import styles from './confirmation.module.css';
import { strings } from './strings.ts';

interface ConnectorSummaryProps {
  number: string;
  connector: LiveConnector;
  site: ChargerSite | undefined;
}

/** Identifies the charger: site, plug, power and status. */
export function ConnectorSummary({ number, connector, site }: ConnectorSummaryProps) {
  const { cctName, chargerModel, isConnected = false, status } = connector;
  const { kind, label } = connectorWords(isConnected, status);
  const power = chargerModel?.cmMaxPower;
  const facts = [cctName && plugName(cctName), power !== undefined && formatRatedPower(power)].filter(
    Boolean,
  );
  return (
    <div className={styles.group}>
      {site && (
        <div>
          <p className={styles.site}>
            <bdi>{site.csName}</bdi>
          </p>
          <p className={styles.muted}>
            <bdi>{site.csFormattedAddress}</bdi>
          </p>
        </div>
      )}
      <div className={styles.plug}>
        <PlugGlyph plug={cctName} />
        <div className={styles.facts}>
          <p className={styles.strong}>{facts.join(' · ')}</p>
          <p className={styles.muted}>{strings.connector(number)}</p>
        </div>
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </div>
    </div>
  );
}
