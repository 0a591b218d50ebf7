import { withCompletedConfig } from './completed-config.ts';
import type { SiteFiles } from './files.ts';

/** Of the sandbox's stand-in for the payment provider, which takes any account. */
const PAYMENT = { scriptUrl: '/sandbox/payment/provider.js', accountId: 'sandbox', testMode: true };

/** The site's files, with the stand-in as the payment provider of a `config.json` that names none. */
export function withStandInScript(files: SiteFiles): SiteFiles {
  return withCompletedConfig(files, (config) =>
    config.payment?.scriptUrl ? config : { ...config, payment: { ...PAYMENT, origins: undefined } },
  );
}
