import type { ValetQueueItem } from '@shared/contract';
import { showToastAtom } from '@shared/state';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { plateOf } from './car-name.ts';
import { stateOf } from './states.tsx';
import { strings } from './strings.ts';

/** Shows a toast and vibrates for every charge that finishes while the screen is open. */
export function useToastFinished(queue: readonly ValetQueueItem[] | undefined): void {
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
