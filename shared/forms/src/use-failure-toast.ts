import { dismissToastAtom, onlineAtom, showToastAtom } from '@shared/state';
import { words } from '@shared/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

interface Query {
  data: unknown;
  isError: boolean;
  refetch: () => Promise<{ isError: boolean }>;
}

/**
 * Shows 'Falha' with a retry as a toast while a query has failed and the screen still shows its
 * older data. Without data, the screen shows the failure in place. Offline, the shell says so.
 */
export function useFailureToast({ data, isError, refetch }: Query, text: string): void {
  const show = useSetAtom(showToastAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  const isOnline = useAtomValue(onlineAtom);
  const failed = isError && data !== undefined && isOnline;
  useEffect(() => {
    if (!failed) return;
    let active = true;
    const retry = async () => {
      const { isError: failedAgain } = await refetch();
      if (active && failedAgain) show(toast);
    };
    const actions = [
      { label: words.retry, run: () => void retry() },
      { label: words.close, run: () => {} },
    ];
    const toast = { id: text, kind: 'failure', title: words.failure, text, actions } as const;
    show(toast);
    return () => {
      active = false;
      dismiss(text);
    };
  }, [failed, text, refetch, show, dismiss]);
}
