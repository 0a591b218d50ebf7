import { readFileSync } from 'node:fs';
import type { BackendOptions } from './context.ts';
import type { Environment } from './environment.ts';

/** Returns undefined without configuration. Throws if a file can't be read. */
export function readTls(files: Environment['tls']): BackendOptions['tls'] {
  if (!files) return undefined;
  return { cert: readPem('TLS_CERT', files.certFile), key: readPem('TLS_KEY', files.keyFile) };
}

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${variable} names the file ${path}, which can't be read.`, { cause });
  }
}
