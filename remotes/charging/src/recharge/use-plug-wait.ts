import { connectorKey, plugWaitsAtom } from '@shared/state';
import { useNow } from '@shared/ui';
import { useAtom } from 'jotai';
import type { PlugWait } from './phases.ts';

/** Ignore waits that expired more than 10 min ago. */
const IGNORED_AFTER_MS = 600_000;

/**
 * Returns the wait for the plug on a connector, as persisted on this device by an accepted start.
 */
export function usePlugWait(chargePointId: string, connectorId: string) {
  const [waits, setWaits] = useAtom(plugWaitsAtom);
  const now = useNow(1000);
  const key = connectorKey(chargePointId, connectorId);
  const stored = waits[key];
  const deadline = stored !== undefined && now - stored < IGNORED_AFTER_MS ? stored : undefined;
  const secondsLeft = deadline === undefined ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
  const status: PlugWait = deadline === undefined ? 'none' : secondsLeft > 0 ? 'running' : 'over';
  const end = () => setWaits(({ [key]: _ended, ...others }) => others);
  return { status, secondsLeft, deadline, end };
}
