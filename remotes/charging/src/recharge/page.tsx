import { formatDuration } from '@shared/brazil';
import { connectorWords } from '@shared/charging/connector-status';
import { canStart } from '@shared/charging/connector-use';
import { queries, useQuery } from '@shared/client';
import type { LiveConnector } from '@shared/contract';
import { Link, useBack, useParams, usePaths } from '@shared/router';
import { brandAtom, connectorKey, isLoggedInAtom, liveConnectionAtom, Slot } from '@shared/state';
import {
  Button,
  ButtonLink,
  EmptyState,
  FailureState,
  Loading,
  Page,
  Skeleton,
  StatusBadge,
  useNow,
} from '@shared/ui';
import { PlugZap, WifiOff } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { GuestLink } from '../guest/guest-link.tsx';
import { notices, tags } from '../slots.ts';
import { Component as UnlockCable } from '../unlock/unlock-cable.tsx';
import { ChargeView } from './charge-view.tsx';
import { Dialogs } from './dialogs.tsx';
import { OverstayNote } from './overstay-note.tsx';
import type { Action } from './phases.ts';
import { PlugWaitView } from './plug-wait-view.tsx';
import styles from './recharge.module.css';
import { isChargerOffline, type RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';
import { type RechargeScreen, useRechargeScreen } from './use-recharge-screen.ts';

/** Live recharge screen of one connector. */
export function Component() {
  const { chargePointId = '', connectorId = '' } = useParams();
  const key = connectorKey(chargePointId, connectorId);
  return <Recharge key={key} chargePointId={chargePointId} connectorId={connectorId} />;
}

function Recharge({ chargePointId, connectorId }: { chargePointId: string; connectorId: string }) {
  const screen = useRechargeScreen(chargePointId, connectorId);
  const back = useBack(usePaths().home());
  const { action } = screen.view;
  return (
    <Page
      title={strings.title}
      onBack={back}
      actions={action && <EndButton action={action} end={screen.end} />}
    >
      <ConnectorLine connector={screen.state.connector} connectorId={connectorId} />
      <OfflineNote state={screen.state} />
      <OverstayNote state={screen.state} />
      <Body screen={screen} onBack={back} />
      <Tags screen={screen} />
      {screen.view.phase === 'charging' && <Slot of={notices} props={{}} />}
      <GuestLink />
      <Dialogs screen={screen} />
    </Page>
  );
}

/** Shown to a user if the brand lets cars begin charges by being plugged in. */
function Tags({ screen }: { screen: RechargeScreen }) {
  const { record } = useAtomValue(brandAtom);
  const isUser = useAtomValue(isLoggedInAtom);
  const { transactionId } = screen.state.transaction ?? {};
  const siteId = screen.state.connector?.siteId;
  if (!isUser || !record?.autocharge || !transactionId || screen.state.over) return null;
  return <Slot of={tags} props={{ transactionId, siteId, stop: () => screen.end.confirm('stop') }} />;
}

const BUTTONS = {
  stop: { label: strings.stop, variant: 'primary' },
  cancel: { label: strings.cancel, variant: 'secondary' },
} as const satisfies Record<Action, object>;

function EndButton({ action, end }: { action: Action; end: RechargeScreen['end'] }) {
  const { label, variant } = BUTTONS[action];
  return (
    <Button full variant={variant} pending={end.ending} onClick={end.openQuestion}>
      {label}
    </Button>
  );
}

function Body({ screen, onBack }: { screen: RechargeScreen; onBack: () => void }) {
  const { state, view, wait, source } = screen;
  if (view.phase === 'waiting') return <PlugWaitView view={view} wait={wait} connector={state.connector} />;
  if (state.transaction)
    return (
      <>
        <ChargeView state={state} view={view} ending={screen.end.ending} />
        <UnlockCable
          transactionId={state.transaction.transactionId}
          chargerNumber={state.connector?.chargerId ?? ''}
          available={state.transaction.canUnlock === true && !state.over}
        />
      </>
    );
  if (state.connector) return <IdleView connector={state.connector} />;
  if (source.missing) return <FailureState message={strings.noConnector} onBack={onBack} />;
  if (!source.failed) return <LoadingView />;
  return (
    <FailureState
      message={strings.loadFailure}
      onRetry={source.refetch}
      retrying={source.refetching}
      onBack={onBack}
    >
      {strings.loadFailureText}
    </FailureState>
  );
}

/** Shows the site and the charger number; the line keeps its height while they load. */
function ConnectorLine(props: { connector: LiveConnector | undefined; connectorId: string }) {
  const { siteId = '', chargerId } = props.connector ?? {};
  const site = useQuery({ ...queries.chargerSite(siteId), enabled: siteId !== '' });
  return (
    <p className={styles.place}>
      {site.data?.csName && (
        <strong>
          <bdi>{site.data.csName}</bdi>
        </strong>
      )}
      <span>{strings.connector(chargerId ?? props.connectorId)}</span>
    </p>
  );
}

/** Interruptions of the live connection below this are not shown, in ms. */
const STALE_AFTER_MS = 15_000;

/** Warns that the charger is offline or the app not connected, with the age of the figures if known. */
function OfflineNote({ state: { connector, transaction, lastReportAt, over } }: { state: RechargeState }) {
  const connection = useAtomValue(liveConnectionAtom);
  const now = useNow(1000);
  const isOffline = isChargerOffline({ connector });
  // What an offline charger reported last is older than the response that contains it.
  const [onlineAt, setOnlineAt] = useState<number>();
  if (!isOffline && onlineAt !== lastReportAt) setOnlineAt(lastReportAt);
  if (!connector || over) return null;
  const age = onlineAt === undefined ? undefined : Math.max(0, now - onlineAt);
  if (!isOffline && (connection === 'open' || age === undefined || age < STALE_AFTER_MS)) return null;
  const words = isOffline
    ? [strings.chargerOffline, strings.mayGoOn]
    : [strings.notConnected, strings.goesOnAlone];
  return (
    <div className={styles.offline} role="status">
      <WifiOff />
      <p>
        <strong>{strings.offline}</strong> {words.slice(0, transaction ? 2 : 1).join(' ')}
        {age !== undefined && (
          <span className={styles.age}>{strings.lastReading(formatDuration(age / 1000))}</span>
        )}
      </p>
    </div>
  );
}

/** Shown when the user has no charge on this connector: its status, and a link if one can start. */
function IdleView({ connector }: { connector: LiveConnector }) {
  const paths = usePaths();
  const { isConnected = true, status, chargerId } = connector;
  const { record } = useAtomValue(brandAtom);
  const { kind, label } = connectorWords(isConnected, status, record?.waitingLine);
  const isStartable = canStart(isConnected, status);
  return (
    <EmptyState
      icon={<PlugZap />}
      title={strings.idle}
      action={
        isStartable && (
          <ButtonLink variant="primary" render={<Link to={paths.qrcode(chargerId)} />}>
            {strings.start}
          </ButtonLink>
        )
      }
    >
      <div className={styles.idle}>
        {isConnected && status === 'Available' && <p>{strings.plugIn}</p>}
        <StatusBadge kind={kind}>{label}</StatusBadge>
      </div>
    </EmptyState>
  );
}

/** Skeleton of the recharge screen. */
function LoadingView() {
  return (
    <Loading>
      <div className={styles.stage}>
        <div className={styles.ringPlace}>
          <Skeleton height="100%" />
        </div>
        <Skeleton width="12rem" height="2rem" />
      </div>
      <Skeleton height="10rem" />
    </Loading>
  );
}
