import { serverTime } from '@shared/client';
import type { ValetQueueItem } from '@shared/contract';
import { showToastAtom } from '@shared/state';
import { Button, EmptyState, Page, StaleNote, useNow } from '@shared/ui';
import { Car, Plus } from '@shared/ui/icons';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { plateOf } from './car-line.tsx';
import { Dialogs, type OpenDialog } from './dialogs.tsx';
import { sortByUrgency } from './order.ts';
import { QueueTable } from './queue-table.tsx';
import { stateOf } from './states.tsx';
import { strings } from './strings.ts';
import { ValetHead } from './valet-head.tsx';

/** More than two poll intervals. A failed poll makes the queue stale at once. */
const OLD_AFTER_MS = 40_000;
/** How often the waiting times are updated. */
const TICK_MS = 15_000;

interface QueueScreenProps {
  siteId: string;
  /** Undefined until it has loaded. */
  queue: readonly ValetQueueItem[] | undefined;
  /** When the queue was fetched, in milliseconds since 1970. */
  since: number;
  /** True if the last poll failed. */
  failed: boolean;
  /** Shown in place of the queue until it has loaded. */
  children: ReactNode;
}

/**
 * The queue in serving order, with its actions and dialogs. The header stays mounted when the queue
 * arrives, so that its heading keeps the focus.
 */
export function QueueScreen({ siteId, queue, since, failed, children }: QueueScreenProps) {
  const now = serverTime(useNow(TICK_MS));
  const rows = queue && sortByUrgency(queue, now);
  const [dialog, setDialog] = useState<OpenDialog>();
  const addButton = useRef<HTMLButtonElement>(null);
  useToastFinished(queue);
  return (
    <Page
      wide
      actions={
        queue && (
          <Button
            ref={addButton}
            variant="primary"
            icon={<Plus />}
            full
            onClick={() => setDialog({ kind: 'add' })}
          >
            {strings.add}
          </Button>
        )
      }
    >
      <ValetHead siteId={siteId} rows={rows} />
      {queue && <StaleNote since={since} afterMs={failed ? 0 : OLD_AFTER_MS} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Car />} title={strings.empty}>
          {strings.emptyText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <QueueTable rows={rows} now={now} onAction={(kind, item) => setDialog({ kind, item })} />
      )}
      {queue ? (
        <Dialogs
          siteId={siteId}
          queue={queue}
          open={dialog}
          fallback={addButton}
          onClose={() => setDialog(undefined)}
        />
      ) : (
        children
      )}
    </Page>
  );
}

/** Shows a toast and vibrates for every charge that finishes while the screen is open. */
function useToastFinished(queue: readonly ValetQueueItem[] | undefined): void {
  const toast = useSetAtom(showToastAtom);
  const states = useRef<ReadonlyMap<string, string>>(undefined);
  useEffect(() => {
    if (!queue) return;
    const previousStates = states.current;
    states.current = new Map(queue.map((item) => [item.cqId, stateOf(item).name]));
    // Don't report charges that had finished before the screen opened.
    if (!previousStates) return;
    const finished = queue.filter(
      (item) => stateOf(item).name === 'FINISHED' && previousStates.get(item.cqId) !== 'FINISHED',
    );
    for (const item of finished)
      toast({
        id: `finished-${item.cqId}`,
        kind: 'info',
        title: CHARGE_ENDED,
        text: strings.car(item.cqCustomId, plateOf(item)),
      });
    if (finished.length > 0 && 'vibrate' in navigator) navigator.vibrate(200);
  }, [queue, toast]);
}
