import { queries, useQuery } from '@shared/client';
import type { LiveConnector } from '@shared/contract';
import styles from './recharge.module.css';
import { strings } from './strings.ts';

/** Shows the site and the charger number; the line keeps its height while they load. */
export function ConnectorLine(props: { connector: LiveConnector | undefined; connectorId: string }) {
  const { siteId = '', chargerId } = props.connector ?? {};
  const site = useQuery({ ...queries.chargerSite(siteId), enabled: siteId !== '' });
  return (
    <p className={styles.place}>
      {site.data && (
        <strong>
          <bdi>{site.data.csName}</bdi>
        </strong>
      )}
      <span>{strings.connector(chargerId ?? props.connectorId)}</span>
    </p>
  );
}
