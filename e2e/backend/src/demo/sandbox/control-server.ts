import type { PlatformOptions } from '../../platform/context.ts';
import { Failure } from '../../platform/failure.ts';
import { abortAfter } from '../../platform/time-limit.ts';

/** Time limit of a request to a control server, which a busy machine may delay. */
const TIMEOUT_MS = 30_000;

interface Failures {
  /** If the server doesn't respond. */
  absent: () => Failure;
  /** Code of the failure with which the server's own refusals are passed on. */
  refused: string;
}

/**
 * Returns a client of the control server of simulated charge points or payment providers: it posts
 * a command, or reads if there is none, and returns the response.
 */
export function controlServer(
  url: string,
  { clock, transports }: Pick<PlatformOptions, 'clock' | 'transports'>,
  { absent, refused }: Failures,
) {
  return async (path: string, command?: unknown): Promise<unknown> => {
    const response = await abortAfter(clock, TIMEOUT_MS, (signal) =>
      transports.fetch(`${url}${path}`, {
        ...(command !== undefined && { method: 'POST', body: JSON.stringify(command) }),
        signal,
      }),
    ).catch(() => {
      throw absent();
    });
    if (!response.ok) throw new Failure(response.status, refused, await response.text());
    return response.json();
  };
}
