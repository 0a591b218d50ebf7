import { connectorUse } from '@shared/charging/connector-use';
import type { QueryResult } from '@shared/client';
import type { SiteConnector } from '@shared/contract';
import { Card, EmptyState, QueryState, Skeleton, StaleNote } from '@shared/ui';
import { Plug } from '@shared/ui/icons';
import { ConnectorRow } from './connector-row.tsx';
import styles from './site.module.css';
import { strings } from './strings.ts';

interface ConnectorsProps {
  query: QueryResult<SiteConnector[]>;
  /** Age in ms at which the data counts as stale. */
  oldAfterMs: number;
  mayStart: boolean;
}

/** List of connectors with loading, failure and empty states. A failed refresh keeps the list. */
export function Connectors({ query, oldAfterMs, mayStart }: ConnectorsProps) {
  const connectors = query.data;
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
      {connectors && <StaleNote since={query.dataUpdatedAt} afterMs={query.isError ? 0 : oldAfterMs} />}
      {connectors ? (
        <ConnectorList connectors={connectors} mayStart={mayStart} />
      ) : (
        <QueryState query={query} failure={strings.connectorsFailure}>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height="7rem" />
          ))}
        </QueryState>
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
  connectorUse(cpStatus !== 'Offline', connectorStatus) === 'available';
