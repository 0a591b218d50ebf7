import { CONTRACT_VERSION, type RegistryEntry, type Remote, type RemoteVersion } from '@shared/contract';
import { isInRange } from './contract-range.ts';
import { RemoteFailure } from './remote-source.ts';

/** Wait before a failed load is retried, in ms. */
const RETRY_DELAY = 800;

export interface RemoteLoader {
  /** Loads one version's `Remote`. A second call for the same version fetches it again. */
  load: (name: string, version: RemoteVersion) => Promise<Remote>;
  wait: (milliseconds: number) => Promise<void>;
  /** Receives every failed attempt and every version that doesn't fit the contract. */
  report: (error: unknown, where: string) => void;
}

/** Returns whether a version was built for a contract that this shell fulfils. */
export const fitsContract = ({ contract }: RemoteVersion) => isInRange(CONTRACT_VERSION, contract);

/**
 * Loads a remote and passes it to `take`. If either fails, retries once, then falls back to the
 * previous version. Never loads a version that doesn't fit the contract.
 * @throws RemoteFailure
 */
export async function loadFrom<T>(
  entry: RegistryEntry,
  take: (remote: Remote) => T | Promise<T>,
  { load, wait, report }: RemoteLoader,
): Promise<T> {
  const reasons: unknown[] = [];
  const failed = (version: RemoteVersion, reason: unknown) => {
    reasons.push(reason);
    report(reason, `remote ${entry.name} ${version.version}`);
  };
  for (const version of entry.previous ? [entry.live, entry.previous] : [entry.live]) {
    if (!fitsContract(version)) {
      failed(version, new Error(`built for contract ${version.contract}, the shell has ${CONTRACT_VERSION}`));
      continue;
    }
    for (const delay of [0, RETRY_DELAY]) {
      if (delay) await wait(delay);
      try {
        return await take(await load(entry.name, version));
      } catch (reason) {
        failed(version, reason);
      }
    }
  }
  throw new RemoteFailure(entry.name, reasons);
}
