import { withCompletedConfig } from './completed-config.ts';
import type { SiteFiles } from './files.ts';

/** Settings of the sandbox's stand-in for the payment provider, which accepts any account. */
const PAYMENT = { scriptUrl: '/sandbox/payment/provider.js', accountId: 'sandbox', testMode: true };

/**
 * Returns the site's files with the stand-in as the payment provider, unless `config.json` names
 * one.
 */
export function withStandInScript(files: SiteFiles): SiteFiles {
  return withCompletedConfig(files, (config) =>
    config.payment?.scriptUrl ? config : { ...config, payment: { ...PAYMENT, origins: undefined } },
  );
}
