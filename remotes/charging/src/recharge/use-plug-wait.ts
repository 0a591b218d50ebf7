import { connectorKey, plugWaitsAtom } from '@shared/state';
import { useNow } from '@shared/ui';
import { useAtom } from 'jotai';
import type { PlugWait } from './phases.ts';

/** A wait that ended this long ago is no news to anyone. */
const FORGOTTEN_AFTER_MS = 600_000;

/** The wait for the plug on one connector, as an accepted start left it on this device. */
export function usePlugWait(chargePointId: string, connectorId: string) {
  const [waits, setWaits] = useAtom(plugWaitsAtom);
  const now = useNow(1000);
  const key = connectorKey(chargePointId, connectorId);
  const stored = waits[key];
  const deadline = stored !== undefined && now - stored < FORGOTTEN_AFTER_MS ? stored : undefined;
  const secondsLeft = deadline === undefined ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
  const status: PlugWait = deadline === undefined ? 'none' : secondsLeft > 0 ? 'running' : 'over';
  const end = () => setWaits(({ [key]: _ended, ...others }) => others);
  return { status, secondsLeft, deadline, end };
}
