/** The sandbox's additions to the build's `config.json`. */
import { SANDBOX_ACCOUNT } from '@e2e/payments';
import { AppConfig } from '@shared/contract';
import { parseFile, type WebAppFiles, webAppFile, withChangedFile } from '@shell/server/files';

/**
 * Returns the build's files with previews and the developer panel, unless `config.json` sets
 * `preview`.
 */
export const withPreviews = (files: WebAppFiles) =>
  withCompletedConfig(files, (config) =>
    config.preview === undefined ? { developerPanel: true, ...config, preview: true } : config,
  );

/** Settings of the emulator's card script. */
const PAYMENT = { scriptUrl: '/sandbox/payment/provider.js', accountId: SANDBOX_ACCOUNT.id, testMode: true };

/** Returns the build's files with the emulator's card script, unless `config.json` names a payment provider. */
export const withCardScript = (files: WebAppFiles) =>
  withCompletedConfig(files, (config) =>
    config.payment?.scriptUrl ? config : { ...config, payment: { ...PAYMENT, origins: undefined } },
  );

/** A file that can't be read is served unchanged, so that the shell reports it. */
const withCompletedConfig = (files: WebAppFiles, complete: (config: AppConfig) => AppConfig) =>
  withChangedFile(files, '/config.json', (file) => {
    const config = AppConfig.safeParse(parseFile(file.content)).data;
    const more = config && complete(config);
    return more === config ? file : webAppFile(Buffer.from(JSON.stringify(more)), file.type);
  });
