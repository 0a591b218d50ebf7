import { readFileSync } from 'node:fs';
import type { BackendOptions } from './context.ts';

/**
 * Certificate and key from the PEM files that `TLS_CERT` and `TLS_KEY` name; undefined where neither is set.
 * @throws where only one is set, or a file can't be read
 */
export function readTls({ TLS_CERT: cert, TLS_KEY: key }: NodeJS.ProcessEnv): BackendOptions['tls'] {
  if (!cert && !key) return undefined;
  if (!cert || !key) throw new Error('TLS_CERT and TLS_KEY belong together: set both, or neither.');
  return { cert: readFileSync(cert), key: readFileSync(key) };
}
