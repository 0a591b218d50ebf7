import { useBack, useParams, usePaths } from '@shared/router';
import { connectorKey, Slot } from '@shared/state';
import { Button, FailureState, Page } from '@shared/ui';
import { notices } from '../slots.ts';
import { Component as UnlockCable } from '../unlock/unlock-cable.tsx';
import { ChargeView } from './charge-view.tsx';
import { ConnectorLine } from './connector-line.tsx';
import { Dialogs } from './dialogs.tsx';
import { IdleNote } from './idle-note.tsx';
import { IdleView } from './idle-view.tsx';
import { LoadingView } from './loading-view.tsx';
import { OfflineNote } from './offline-note.tsx';
import type { Action } from './phases.ts';
import { PlugWaitView } from './plug-wait-view.tsx';
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
      <IdleNote state={screen.state} />
      <Body screen={screen} onBack={back} />
      {screen.view.phase === 'charging' && <Slot of={notices} props={{}} />}
      <Dialogs screen={screen} />
    </Page>
  );
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
