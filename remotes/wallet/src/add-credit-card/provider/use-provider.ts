import { configAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { loadProvider } from './load-provider.ts';
import type { Provider } from './provider.ts';

/** `absent`: this site has no provider configured. */
type State = 'loading' | 'ready' | 'failed' | 'absent';

/** Loads the payment provider's script for this screen, set up for the site's account. */
export function useProvider() {
  const { scriptUrl = '', accountId = '', testMode = false } = useAtomValue(configAtom)?.payment ?? {};
  const [state, setState] = useState<State>(scriptUrl ? 'loading' : 'absent');

  /** @throws Error if the script can't be had */
  const provider = useCallback(async (): Promise<Provider> => {
    const loaded = await loadProvider(scriptUrl);
    loaded.setAccountID(accountId);
    loaded.setTestMode(testMode);
    return loaded;
  }, [scriptUrl, accountId, testMode]);

  const load = useCallback(async () => {
    if (!scriptUrl) return setState('absent');
    setState('loading');
    try {
      await provider();
      setState('ready');
    } catch (error) {
      console.warn(error);
      setState('failed');
    }
  }, [scriptUrl, provider]);

  useEffect(() => {
    void load();
  }, [load]);
  return { state, retry: load, provider };
}
