import { serverTime } from '@shared/client';
import type { ValetQueueItem } from '@shared/contract';
import { Button, EmptyState, Page, StaleNote, useNow } from '@shared/ui';
import { Car, Plus } from '@shared/ui/icons';
import { useRef, useState } from 'react';
import { Dialogs, type OpenDialog } from './dialogs.tsx';
import { sortByUrgency } from './order.ts';
import { QueueTable } from './queue-table.tsx';
import { strings } from './strings.ts';
import { useToastFinished } from './use-toast-finished.ts';
import { ValetHead } from './valet-head.tsx';

/** More than two poll intervals. A failed poll makes the queue stale at once. */
const OLD_AFTER_MS = 40_000;
/** How often the waiting times are updated. */
const TICK_MS = 15_000;

interface QueueScreenProps {
  siteId: string;
  queue: readonly ValetQueueItem[];
  /** When the queue was fetched, in milliseconds since 1970. */
  since: number;
  /** True if the last poll failed. */
  failed: boolean;
}

/** The queue in serving order, with its actions and dialogs. */
export function QueueScreen({ siteId, queue, since, failed }: QueueScreenProps) {
  const now = serverTime(useNow(TICK_MS));
  const rows = sortByUrgency(queue, now);
  const [dialog, setDialog] = useState<OpenDialog>();
  const addButton = useRef<HTMLButtonElement>(null);
  useToastFinished(queue);
  return (
    <Page
      wide
      actions={
        <Button
          ref={addButton}
          variant="primary"
          icon={<Plus />}
          full
          onClick={() => setDialog({ kind: 'add' })}
        >
          {strings.add}
        </Button>
      }
    >
      <ValetHead siteId={siteId} rows={rows} />
      <StaleNote since={since} afterMs={failed ? 0 : OLD_AFTER_MS} />
      {rows.length === 0 ? (
        <EmptyState icon={<Car />} title={strings.empty}>
          {strings.emptyText}
        </EmptyState>
      ) : (
        <QueueTable rows={rows} now={now} onAction={(kind, item) => setDialog({ kind, item })} />
      )}
      <Dialogs
        siteId={siteId}
        queue={queue}
        open={dialog}
        fallback={addButton}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  );
}
