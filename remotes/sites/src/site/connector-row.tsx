import { formatRatedPower } from '@shared/brazil';
import { describePrice } from '@shared/charging';
import { connectorWords } from '@shared/charging/connector-status';
import { canStart } from '@shared/charging/connector-use';
import { goodChargeWords, isUnreliable, reliabilityWords } from '@shared/charging/measurement-words';
import { plugName } from '@shared/charging/plug-name';
import { serverTime } from '@shared/client';
import type { PriceProfilePeriod, SiteConnector } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { ButtonLink, StatusBadge, useNow } from '@shared/ui';
import { TriangleAlert } from '@shared/ui/icons';
import { PlugGlyph } from '@shared/ui/plug-glyph';
import { useAtomValue } from 'jotai';
import { memo } from 'react';
import { exampleCost } from './charge-cost.ts';
import styles from './connector-row.module.css';
import { strings } from './strings.ts';

/** Row of one connector: plug, power, state and price, and a start link if a charge can start. */
export const ConnectorRow = memo(function ConnectorRow(props: {
  connector: SiteConnector;
  mayStart: boolean;
}) {
  const { connector, mayStart } = props;
  const paths = usePaths();
  const { record } = useAtomValue(brandAtom);
  const { cpStatus, connectorStatus } = connector;
  const { kind, label } = connectorWords(cpStatus !== 'Offline', connectorStatus, record?.waitingLine);
  const number = connector.cpCode && `${connector.cpCode}-${connector.connectorId}`;
  const startable = mayStart && canStart(cpStatus === 'Online', connectorStatus);
  const title = [
    connector.cctName ? plugName(connector.cctName) : strings.connector,
    connector.cmMaxPower === undefined ? undefined : formatRatedPower(connector.cmMaxPower),
  ];
  return (
    <li className={styles.row}>
      <PlugGlyph plug={connector.cctName} />
      <div className={styles.head}>
        <p className={styles.title}>{title.filter(Boolean).join(' · ')}</p>
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </div>
      <p className={styles.detail}>
        {connector.name && <bdi>{connector.name}</bdi>}
        {number && <span>{strings.number(number)}</span>}
      </p>
      <ChargeHistory connector={connector} />
      <div className={styles.foot}>
        <Price connector={connector} />
        {startable && number && (
          <div className={styles.start}>
            <ButtonLink full render={<Link to={paths.qrcode(number)} />}>
              {strings.start}
              <span data-spoken>{strings.startAt(number)}</span>
            </ButtonLink>
          </div>
        )}
      </div>
    </li>
  );
});

/** How many of the connector's charges worked and when the last good one ended, if measured. */
function ChargeHistory({ connector: { reliability, lastGoodCharge } }: { connector: SiteConnector }) {
  const now = serverTime(useNow(60_000));
  if (!reliability && !lastGoodCharge) return null;
  return (
    <div className={styles.measured}>
      {reliability && isUnreliable(reliability) && (
        <p className={styles.unreliable}>
          <TriangleAlert />
          {strings.unreliable}
        </p>
      )}
      {reliability && <p>{reliabilityWords(reliability)}</p>}
      {lastGoodCharge && <p>{strings.lastGood(goodChargeWords(lastGoodCharge, now))}</p>}
    </div>
  );
}

/** Price of a connector and the cost of an example charge. */
function Price({ connector }: { connector: SiteConnector }) {
  const example = exampleCost(connector);
  return (
    <div className={styles.price}>
      <PriceLines price={connector.priceProfilePeriod} />
      {example && <p className={styles.example}>{example}</p>}
    </div>
  );
}

/** A single price is shown as it is; several are collapsed under the first. */
function PriceLines({ price }: { price: PriceProfilePeriod | undefined }) {
  if (!price) return <p>{strings.noPrice}</p>;
  const lines = describePrice(price);
  const [first] = lines;
  if (lines.length === 1) return <p>{first?.text}</p>;
  return (
    <details>
      <summary>
        {first?.text} <span className={styles.more}>{strings.prices}</span>
      </summary>
      <dl className={styles.lines}>
        {lines.map(({ kind, label, text }) => (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
