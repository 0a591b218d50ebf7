import { type ReactNode, useEffect, useEffectEvent } from 'react';

/** What has failed is tried again by itself when the network comes back. */
export function AgainOnline({ retry, children }: { retry: () => void; children: ReactNode }) {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const heard = () => again();
    addEventListener('online', heard);
    return () => removeEventListener('online', heard);
  }, []);
  return children;
}
