import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
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
    tls: tls && readPair('TLS_', tls),
    ocppTls: readOcppTls(ocppTls),
    payment: await readPaymentProvider(paymentProvider, env),
    payments: paymentsFile ? readPayments(paymentsFile, { env, allowsLoopback: options.sandbox }) : undefined,
    // Demo logins have a public password, so only the sandbox has them.
    seed: options.sandbox,
    // A start is busy enough, and its clients don't wait for this.
    recompressAfterMs: 60_000,
  };
}

/** Returns undefined if it isn't configured. Throws if a file can't be used. */
function readOcppTls(files: Environment['ocppTls']): BackendOptions['ocppTls'] {
  if (!files) return undefined;
  const { port, certFile, keyFile, clientCaFile, clientCrlFile } = files;
  return {
    port,
    ...readPair('OCPP_TLS_', { certFile, keyFile }),
    ...(clientCaFile && { clientCa: readPem('OCPP_CLIENT_CA', clientCaFile) }),
    ...(clientCrlFile && { clientCrl: readPem('OCPP_CLIENT_CRL', clientCrlFile) }),
  };
}

function readPair(prefix: string, { certFile, keyFile }: NonNullable<Environment['tls']>) {
  const [certName, keyName] = [`${prefix}CERT`, `${prefix}KEY`];
  const pair = { cert: readPem(certName, certFile), key: readPem(keyName, keyFile) };
  try {
    createSecureContext(pair);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`${certName} and ${keyName} must name a certificate and its key in PEM: ${reason}`, {
      cause,
    });
  }
  return pair;
}

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${variable} names the file ${path}, which can't be read.`, { cause });
  }
}
