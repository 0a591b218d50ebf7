import { formatRatedPower } from '@shared/brazil';
import { connectorWords } from '@shared/charging/connector-status';
import { plugName } from '@shared/charging/plug-name';
import type { QueryResult } from '@shared/client';
import type { ChargerSite, LiveConnector, PriceProfilePeriod } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { Button, Dialog, Loading, Skeleton, StatusBadge, words } from '@shared/ui';
import { PlugGlyph } from '@shared/ui/plug-glyph';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import styles from './confirmation.module.css';
import { PriceSummary } from './price-summary.tsx';
import { startRefusal } from './refusal.ts';
import { strings } from './strings.ts';

/** A charger number and what is known about it. */
export interface FoundCharger {
  number: string;
  /** Undefined during the look-up. */
  connector: LiveConnector | undefined;
  site: ChargerSite | undefined;
  price: QueryResult<PriceProfilePeriod>;
  /** The first request for the price or the site has no response yet, and isn't late. */
  detailsPending: boolean;
  /** What is still missing counts as something that can't be loaded. */
  isLate: boolean;
}

/** Returns the number that a start names: that of the charge point with the connector's id. */
export const startNumberOf = (number: string, { cpCode, connectorId }: LiveConnector) =>
  `${cpCode ?? number.slice(0, number.indexOf('-'))}-${connectorId}`;

interface StartDialogProps extends Omit<FoundCharger, 'detailsPending' | 'isLate'> {
  /**
   * Something that the dialog shows is still loading. It appears in one piece, so that nothing moves
   * under a finger.
   */
  loading: boolean;
  /** Discount of the chosen coupon; null if it is unknown. */
  coupon?: PriceProfilePeriod['coupon'];
  /** Prevents closing the dialog. */
  pending: boolean;
  onClose: () => void;
  /** Button above 'Voltar'. */
  action: ReactNode;
  /** Button beside 'Voltar'. */
  alternative?: ReactNode;
  /** Choices, shown if the connector can start a charge. */
  children: ReactNode;
}

/** Dialog with the connector and its price, or with the reason why no charge can be started. */
export function StartDialog(props: StartDialogProps) {
  const { number, connector, site, price, loading, coupon, pending, onClose, action, alternative, children } =
    props;
  const { record } = useAtomValue(brandAtom);
  const refusal = connector && startRefusal(connector, record?.waitingLine);
  return (
    <Dialog
      title={strings.title}
      onClose={onClose}
      persistent={pending}
      actions={
        <>
          {action}
          <div className={styles.row}>
            {alternative}
            <Button full disabled={pending} onClick={onClose}>
              {words.back}
            </Button>
          </div>
        </>
      }
    >
      {connector && (
        <ConnectorSummary number={number} connector={connector} site={site} hasLine={record?.waitingLine} />
      )}
      {refusal && (
        <p className={styles.failure} role="status">
          {refusal}
        </p>
      )}
      {!refusal && (!connector || loading) && <Searching />}
      {connector && !refusal && !loading && (
        <>
          <PriceSummary price={price} coupon={coupon} maxKw={connector.chargerModel?.cmMaxPower} />
          {children}
        </>
      )}
    </Dialog>
  );
}

interface ConnectorSummaryProps {
  number: string;
  connector: LiveConnector;
  site: ChargerSite | undefined;
  hasLine: boolean | undefined;
}

/** Identifies the charger: site, plug, power and status. */
function ConnectorSummary({ number, connector, site, hasLine }: ConnectorSummaryProps) {
  const { cctName, chargerModel, isConnected = true, status } = connector;
  const { kind, label } = connectorWords(isConnected, status, hasLine);
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

/** About as tall as the content that replaces it. */
function Searching() {
  return (
    <Loading>
      <Skeleton width="60%" />
      <Skeleton width="85%" />
      <Skeleton height="5rem" />
      <Skeleton height="6rem" />
    </Loading>
  );
}
