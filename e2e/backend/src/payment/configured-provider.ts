import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PaymentProvider } from './provider.ts';

interface ProviderModule {
  createPaymentProvider(env: NodeJS.ProcessEnv): PaymentProvider;
}

/**
 * The payment provider of `PAYMENT_PROVIDER`: a package, or a file from the working directory, that exports
 * `createPaymentProvider(env)`. Undefined where none is named.
 * @throws where it can't be loaded or exports no such function
 */
export async function readPaymentProvider(env: NodeJS.ProcessEnv): Promise<PaymentProvider | undefined> {
  const name = env.PAYMENT_PROVIDER;
  if (!name) return undefined;
  const address = /^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name;
  const loaded: unknown = await import(address);
  if (!isProviderModule(loaded)) throw new Error('PAYMENT_PROVIDER exports no createPaymentProvider.');
  return loaded.createPaymentProvider(env);
}

const isProviderModule = (loaded: unknown): loaded is ProviderModule =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'createPaymentProvider' in loaded &&
  typeof loaded.createPaymentProvider === 'function';
