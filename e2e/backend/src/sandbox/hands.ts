/** Reaches the control server of the simulated charge points, which runs on this machine and told us its port. */
import { Failure } from '../api/failure.ts';

export interface Hands {
  /** Loopback addresses only: the port is of this machine. */
  reachAt(port: number): void;
  /** What the simulators answer; 503 where none run, and their own refusal otherwise. */
  ask(path: string, action?: unknown): Promise<unknown>;
}

export function createHands(): Hands {
  let port: number | undefined;
  return {
    reachAt(told) {
      port = told;
    },
    async ask(path, action) {
      if (!port) throw new Failure(503, 'NO_SIMULATORS', 'No simulated charge points are running');
      const response = await fetch(`http://127.0.0.1:${port}/charge-points${path}`, {
        ...(action !== undefined && { method: 'POST', body: JSON.stringify(action) }),
        signal: AbortSignal.timeout(5000),
      }).catch(() => {
        throw new Failure(503, 'NO_SIMULATORS', 'The simulated charge points do not answer');
      });
      if (!response.ok) throw new Failure(response.status, 'SIMULATOR_REFUSED', await response.text());
      return response.json();
    },
  };
}
