import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PaymentProvider } from '../provider.ts';

interface ProviderModule {
  createPaymentProvider(env: NodeJS.ProcessEnv): PaymentProvider;
}

/**
 * Loads the payment provider that `PAYMENT_PROVIDER` names: a package, or a file relative to the
 * working directory, that exports `createPaymentProvider(env)`. Returns undefined without a name.
 * @param env passed to the provider, which reads its own variables
 * @throws if it can't be loaded or exports no such function
 */
export async function readPaymentProvider(
  name: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<PaymentProvider | undefined> {
  if (!name) return undefined;
  const specifier = /^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name;
  const loaded: unknown = await import(specifier).catch((cause) => {
    throw new Error(`PAYMENT_PROVIDER names the module ${name}, which can't be loaded.`, { cause });
  });
  if (!isProviderModule(loaded)) throw new Error('PAYMENT_PROVIDER exports no createPaymentProvider.');
  return loaded.createPaymentProvider(env);
}

const isProviderModule = (loaded: unknown): loaded is ProviderModule =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'createPaymentProvider' in loaded &&
  typeof loaded.createPaymentProvider === 'function';
