import type { LiveConnector } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { ButtonLink, EmptyState, StatusBadge } from '@shared/ui';
import { connectorWords } from '@shared/ui/connector-status';
import { PlugZap } from '@shared/ui/icons';
import styles from './recharge.module.css';
import { strings } from './strings.ts';

/** Shown when the user has no charge on this connector: its status, and a link to start one. */
export function IdleView({ connector }: { connector: LiveConnector }) {
  const paths = usePaths();
  const { kind, label } = connectorWords(connector.isConnected ?? false, connector.status);
  return (
    <EmptyState
      icon={<PlugZap />}
      title={strings.idle}
      action={
        <ButtonLink variant="primary" render={<Link to={paths.qrcode(connector.chargerId)} />}>
          {strings.start}
        </ButtonLink>
      }
    >
      <div className={styles.idle}>
        <p>{strings.idleText}</p>
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </div>
    </EmptyState>
  );
}
