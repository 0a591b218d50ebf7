import type { LoadPhase } from '@shared/registry/counted';
import type { LoadReport } from '@shared/registry/remote-report';
import { TimeLimitExceeded } from '../../connection/time-limit.ts';
import { type FailedLoad, FileFailure, failedStarts } from './failed-loads.ts';

const TIMEOUT = 10_000;
const known = new WeakMap<FailedLoad, Promise<LoadReport>>();

/** Returns the report of a failed load, always the same one. It contains nothing of the user. */
export function describeLoad(load: FailedLoad): Promise<LoadReport> {
  const report = known.get(load) ?? describe(load);
  known.set(load, report);
  return report;
}

async function describe(load: FailedLoad): Promise<LoadReport> {
  const { remote, version, at, recovered } = load;
  const trace = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const phase = load.phase ?? (await phaseOf(load.error));
  return {
    trace,
    ...(remote !== undefined && { remote }),
    ...(version && { version: version.version }),
    phase,
    at: new Date(at).toISOString(),
    ...(recovered && { recovered }),
  };
}

async function phaseOf(error: unknown): Promise<LoadPhase> {
  if (error instanceof FileFailure) return (await hasWrongBytes(error)) ? 'integrity' : 'script';
  if (error instanceof TimeLimitExceeded) return 'script';
  // Of the bundler's code, for a part of a remote.
  if (error instanceof Error && error.name === 'ChunkLoadError') return 'script';
  return failedStarts.has(Object(error)) ? 'init' : 'factory';
}

/** Returns whether the server has the file with another hash. The element's error doesn't say so. */
async function hasWrongBytes({ file: { url, integrity } }: FileFailure): Promise<boolean> {
  const load = async (init: RequestInit) => {
    const response = await fetch(url, { ...init, cache: 'reload', signal: AbortSignal.timeout(TIMEOUT) });
    await response.arrayBuffer();
    return response.ok;
  };
  const isServed = await load({}).catch(() => false);
  return isServed && !(await load({ integrity }).catch(() => false));
}
