import type { BackendOptions } from './context.ts';
import { readPaymentProvider } from './domain/money/payment/configured-provider.ts';
import { PUSH_SERVICES } from './domain/notices/endpoint.ts';
import { readEnvironment } from './environment.ts';
import { readOcppTls, readTls } from './tls.ts';

type ConfiguredOptions = Partial<BackendOptions> & Pick<BackendOptions, 'port' | 'host' | 'sandbox'>;

/**
 * Reads the backend's options from environment variables and the files and modules they name.
 * @throws with one sentence per problem, for the operator
 */
export async function configuredOptions(env: NodeJS.ProcessEnv): Promise<ConfiguredOptions> {
  const { tls, ocppTls, paymentProvider, pushServices, logLevel, remoteFailures, ...options } =
    readEnvironment(env);
  return {
    ...options,
    ...(logLevel && { logLevel }),
    ...(remoteFailures && { failuresPerNetwork: remoteFailures }),
    ...(pushServices && { pushServices: [...PUSH_SERVICES, ...pushServices] }),
    tls: readTls(tls),
    ocppTls: readOcppTls(ocppTls),
    payment: await readPaymentProvider(paymentProvider, env),
    // Demo logins have a public password, so only the sandbox has them.
    seed: options.sandbox,
    // A start is busy enough, and its clients don't wait for this.
    recompressAfterMs: 60_000,
  };
}
