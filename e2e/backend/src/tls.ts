import { readFileSync } from 'node:fs';
import type { BackendOptions } from './context.ts';
import type { Environment } from './environment.ts';

/** Returns undefined if TLS isn't configured. Throws if a file can't be read. */
export function readTls(files: Environment['tls']): BackendOptions['tls'] {
  if (!files) return undefined;
  return { cert: readPem('TLS_CERT', files.certFile), key: readPem('TLS_KEY', files.keyFile) };
}

/** Returns undefined if TLS isn't configured. Throws if a file can't be read. */
export function readOcppTls(files: Environment['ocppTls']): BackendOptions['ocppTls'] {
  if (!files) return undefined;
  const { port, certFile, keyFile, clientCaFile, clientCrlFile } = files;
  return {
    port,
    cert: readPem('OCPP_TLS_CERT', certFile),
    key: readPem('OCPP_TLS_KEY', keyFile),
    ...(clientCaFile && { clientCa: readPem('OCPP_CLIENT_CA', clientCaFile) }),
    ...(clientCrlFile && { clientCrl: readPem('OCPP_CLIENT_CRL', clientCrlFile) }),
  };
}

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${variable} names the file ${path}, which can't be read.`, { cause });
  }
}
