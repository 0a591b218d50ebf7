import type { SiteConnector } from '@shared/contract';
import { Card, EmptyState, FailureState, Loading, Skeleton, StaleNote } from '@shared/ui';
import { connectorWords } from '@shared/ui/connector-status';
import { Plug } from '@shared/ui/icons';
import { ConnectorRow } from './connector-row.tsx';
import styles from './site.module.css';
import { strings } from './strings.ts';

interface ConnectorsProps {
  connectors: SiteConnector[] | undefined;
  failed: boolean;
  fetching: boolean;
  /** When the connectors were fetched, in milliseconds since 1970. */
  since: number;
  /** Age in ms at which the data counts as stale. */
  oldAfterMs: number;
  mayStart: boolean;
  onRetry: () => void;
}

/** List of connectors with loading, failure and empty states. A failed refresh keeps the list. */
export function Connectors(props: ConnectorsProps) {
  const { connectors, failed, fetching, since, oldAfterMs, mayStart, onRetry } = props;
  return (
    <section className={styles.connectors} aria-labelledby="connectors">
      <div className={styles.connectorsHead}>
        <h2 id="connectors">{strings.connectors}</h2>
        {connectors && connectors.length > 0 && (
          <p className={styles.count}>
            {strings.availableOf(connectors.filter(isFree).length, connectors.length)}
          </p>
        )}
      </div>
      {connectors && <StaleNote since={since} afterMs={failed ? 0 : oldAfterMs} />}
      {connectors ? (
        <ConnectorList connectors={connectors} mayStart={mayStart} />
      ) : failed ? (
        <FailureState message={strings.connectorsFailure} onRetry={onRetry} retrying={fetching} />
      ) : (
        <Loading>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height="7rem" />
          ))}
        </Loading>
      )}
    </section>
  );
}

function ConnectorList({ connectors, mayStart }: { connectors: SiteConnector[]; mayStart: boolean }) {
  if (connectors.length === 0) return <EmptyState icon={<Plug />} title={strings.noConnectors} />;
  return (
    <Card flush>
      <ul>
        {connectors.map((connector) => (
          <ConnectorRow
            key={`${connector.chargePointId}/${connector.connectorId}`}
            connector={connector}
            mayStart={mayStart}
          />
        ))}
      </ul>
    </Card>
  );
}

const isFree = ({ cpStatus, connectorStatus }: SiteConnector) =>
  connectorWords(cpStatus === 'Online', connectorStatus).kind === 'available';
