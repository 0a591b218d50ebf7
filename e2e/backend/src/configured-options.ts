import { readFileSync } from 'node:fs';
import type { BackendOptions } from './context.ts';
import { readPaymentProvider } from './domain/money/payment/module/adapt-module.ts';
import { readPayments } from './domain/money/payment/payments-file.ts';
import { PUSH_SERVICES } from './domain/notices/endpoint.ts';
import { type Environment, readEnvironment } from './environment.ts';

type ConfiguredOptions = Partial<BackendOptions> & Pick<BackendOptions, 'port' | 'host' | 'sandbox'>;

/**
 * Reads the backend's options from environment variables and the files and modules they name.
 * @throws with one sentence per problem, for the operator
 */
export async function configuredOptions(env: NodeJS.ProcessEnv): Promise<ConfiguredOptions> {
  const { tls, ocppTls, paymentProvider, paymentsFile, pushServices, logLevel, remoteFailures, ...options } =
    readEnvironment(env);
  return {
    ...options,
    ...(logLevel && { logLevel }),
    ...(remoteFailures && { failuresPerAddressBlock: remoteFailures }),
    ...(pushServices && { pushServices: [...PUSH_SERVICES, ...pushServices] }),
    tls: readTls(tls),
    ocppTls: readOcppTls(ocppTls),
    payment: await readPaymentProvider(paymentProvider, env),
    payments: paymentsFile ? readPayments(paymentsFile, { env, allowsLoopback: options.sandbox }) : undefined,
    // Demo logins have a public password, so only the sandbox has them.
    seed: options.sandbox,
    // A start is busy enough, and its clients don't wait for this.
    recompressAfterMs: 60_000,
  };
}

/** Returns undefined if TLS isn't configured. Throws if a file can't be read. */
function readTls(files: Environment['tls']): BackendOptions['tls'] {
  if (!files) return undefined;
  return { cert: readPem('TLS_CERT', files.certFile), key: readPem('TLS_KEY', files.keyFile) };
}

/** Returns undefined if TLS isn't configured. Throws if a file can't be read. */
function readOcppTls(files: Environment['ocppTls']): BackendOptions['ocppTls'] {
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
