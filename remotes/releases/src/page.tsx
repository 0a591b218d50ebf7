import { statusOf } from '@shared/client';
import type { ReleasedRemote, ReleaseEvent, Releases } from '@shared/contract/releases';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { useBack, usePaths } from '@shared/router';
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  Page,
  QueryState,
  Skeleton,
  StaleNote,
  StatusBadge,
} from '@shared/ui';
import { Info, Lock } from '@shared/ui/icons';
import { useEffect, useRef, useState } from 'react';
import type { Action, Subject } from './actions.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { describeEvent, History } from './history.tsx';
import styles from './releases.module.css';
import { strings } from './strings.ts';
import { type Order, type Outcome, undo, undoOrder, useChanges, useReleases } from './use-releases.ts';
import { RemoteVersions } from './versions.tsx';

const FORBIDDEN = 403;
/** A backend without these calls. */
const NOT_OFFERED = [404, 405];
const STALE_MS = 180_000;

/** Releases of the remotes: what runs in which browsers, how it does, and changes of it. */
export function Component() {
  const query = useReleases();
  const back = useBack(usePaths().home());
  const { data, isError, error, refetch, dataUpdatedAt } = query;
  const status = statusOf(error);
  const isRefused = isError && (status === FORBIDDEN || NOT_OFFERED.includes(status));
  useFailureToast({ data: isRefused ? undefined : data, isError, refetch }, strings.failure);
  return (
    <Page title={strings.title} onBack={back} wide>
      {isRefused ? (
        <Refusal isForbidden={status === FORBIDDEN} />
      ) : data ? (
        <>
          <p className={styles.muted}>{strings.intro}</p>
          <StaleNote since={dataUpdatedAt} afterMs={STALE_MS} />
          <Content releases={data} />
        </>
      ) : (
        <QueryState query={query} failure={strings.failure}>
          <Skeleton height="16rem" />
          <Skeleton height="16rem" />
        </QueryState>
      )}
    </Page>
  );
}

function Refusal({ isForbidden }: { isForbidden: boolean }) {
  return isForbidden ? (
    <EmptyState icon={<Lock />} title={strings.forbidden}>
      {strings.forbiddenText}
    </EmptyState>
  ) : (
    <EmptyState icon={<Info />} title={strings.notOffered}>
      {strings.notOfferedText}
    </EmptyState>
  );
}

/**
 * The open dialog, with the serial of the releases that it shows: a change of a version, or the undo
 * of the newest change.
 */
type Opened = ({ action: Action } & Subject) | { event: ReleaseEvent };

function Content({ releases }: { releases: Releases }) {
  const { serial, remotes, history, canUndo } = releases;
  const [opened, setOpened] = useState<Opened>();
  const { outcome, pending, run } = useChanges();
  const notice = useRef<HTMLDivElement>(null);
  const isAnswered = useRef(false);
  const close = () => setOpened(undefined);
  const confirm = (order: Order) =>
    run(order, () => {
      isAnswered.current = true;
      close();
    });
  // After the dialog has gone, which returns the focus to the button that opened it.
  useEffect(() => {
    if (!isAnswered.current || opened) return;
    isAnswered.current = false;
    notice.current?.focus();
  }, [opened]);
  const isLocked = releases.locked !== undefined;
  return (
    <>
      <div ref={notice} tabIndex={-1} className={styles.notice}>
        {outcome && (
          <OutcomeCard
            // Also spoken if two outcomes have the same words.
            key={`${serial} ${outcome.text}`}
            outcome={outcome}
            pending={pending}
            onUndo={(order) => run(order, () => notice.current?.focus())}
          />
        )}
      </div>
      {releases.locked !== undefined && <LockedCard locked={releases.locked} />}
      {remotes.length === 0 ? (
        <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>
      ) : (
        // Those with something to decide first.
        [...remotes]
          .sort(byAttention)
          .map((remote) => (
            <RemoteVersions
              key={remote.name}
              remote={remote}
              onAction={(action, version) => setOpened({ action, remote, version, serial })}
            />
          ))
      )}
      <History
        events={history}
        undoable={canUndo ? serial : undefined}
        onUndo={(event) => setOpened({ event })}
      />
      {opened && 'action' in opened && (
        <ChangeDialog
          action={opened.action}
          subject={opened}
          isLocked={isLocked}
          pending={pending}
          onConfirm={confirm}
          onClose={close}
        />
      )}
      {opened && 'event' in opened && (
        <ConfirmDialog
          title={strings.undoTitle}
          confirmLabel={strings.undo}
          pending={pending}
          // The serial of the event that the dialog names: after a newer change, it is refused.
          onConfirm={() => confirm(undoOrder(undo(opened.event.serial ?? 0)))}
          onClose={close}
        >
          <p>{strings.undoText(describeEvent(opened.event))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const needsAttention = ({ versions }: ReleasedRemote) =>
  versions.some(
    ({ role, withdrawn, missingCalls = [] }) => role === 'candidate' || withdrawn || missingCalls.length > 0,
  );
const byAttention = (one: ReleasedRemote, other: ReleasedRemote) =>
  Number(needsAttention(other)) - Number(needsAttention(one));

interface OutcomeCardProps {
  outcome: Outcome;
  pending: boolean;
  onUndo: (order: Order) => void;
}

function OutcomeCard({ outcome, pending, onUndo }: OutcomeCardProps) {
  const isDone = outcome.kind === 'done';
  const undo = isDone ? outcome.undo : undefined;
  return (
    <Card>
      <div className={styles.outcome}>
        <p role={isDone ? 'status' : 'alert'}>
          <StatusBadge kind={isDone ? 'done' : 'attention'}>
            <span className={styles.wrapped}>{outcome.text}</span>
          </StatusBadge>
        </p>
        {undo && (
          <Button pending={pending} onClick={() => onUndo(undo)}>
            {strings.undo}
          </Button>
        )}
      </div>
    </Card>
  );
}

const LOCKED_TITLES = new Map<string, string>(Object.entries(strings.lockedTitle));

function LockedCard({ locked }: { locked: string }) {
  return (
    <Card>
      <p className={styles.lockedTitle}>
        <StatusBadge kind="attention">
          {LOCKED_TITLES.get(locked) ?? strings.lockedTitle.readOnly}
        </StatusBadge>
      </p>
      <p className={styles.muted}>{strings.lockedText}</p>
    </Card>
  );
}
