import { queries, useQuery } from '@shared/client';
import type { LiveConnector } from '@shared/contract';
import styles from './recharge.module.css';
import { strings } from './strings.ts';

/** Where this is: the site and the charger's number. Its place is kept while it loads. */
export function ConnectorLine(props: { connector: LiveConnector | undefined; connectorId: string }) {
  const { siteId = '', chargerId } = props.connector ?? {};
  const site = useQuery({ ...queries.chargerSite(siteId), enabled: siteId !== '' });
  return (
    <p className={styles.place}>
      {site.data && <strong>{site.data.csName}</strong>}
      <span>{strings.connector(chargerId ?? props.connectorId)}</span>
    </p>
  );
}
