/** Client of the control server of the simulated charge points. */
import { Failure } from '../../platform/failure.ts';

const TIMEOUT_MS = 5000;

export function createSandboxControls(chargersUrl: string | undefined) {
  return {
    /** Returns the simulator's response. Throws its error, or 503 if no simulator responds. */
    async send(path: string, action?: unknown): Promise<unknown> {
      if (!chargersUrl) throw new Failure(503, 'NO_SIMULATORS', 'No simulated charge points are running');
      const response = await fetch(`${chargersUrl}/charge-points${path}`, {
        ...(action !== undefined && { method: 'POST', body: JSON.stringify(action) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => {
        throw new Failure(503, 'NO_SIMULATORS', 'The simulated charge points do not respond');
      });
      if (!response.ok) throw new Failure(response.status, 'SIMULATOR_REFUSED', await response.text());
      return response.json();
    },
  };
}
