/**
 * Runs the backend by its environment: PORT, HOST, TRUSTED_PROXIES, DATABASE_URL or DATA_DIR, SITE_DIR, CHARGERS_URL, TLS_CERT
 * and TLS_KEY, SMTP_URL, MAIL_FROM and SITE_URL, PAYMENT_PROVIDER, LOG_LEVEL, NODE_ENV.
 * Logs a line once it listens, and stops in order on SIGINT and SIGTERM.
 */
import { createBackend } from './app.ts';
import { readMailOptions } from './mail/mail-options.ts';
import { readPaymentProvider } from './payment/configured-provider.ts';
import { readTls } from './tls.ts';

const { env } = process;
const production = env.NODE_ENV === 'production';

const backend = await createBackend({
  port: Number(env.PORT ?? 3000),
  host: env.HOST ?? '0.0.0.0',
  trustedProxies: env.TRUSTED_PROXIES,
  databaseUrl: env.DATABASE_URL,
  dataDir: env.DATA_DIR ?? '.data/database',
  siteDir: env.SITE_DIR ?? 'dist',
  chargersUrl: env.CHARGERS_URL,
  tls: readTls(env),
  sandbox: !production,
  seed: !production,
  ...readMailOptions(env),
  payment: await readPaymentProvider(env),
  logLevel: env.LOG_LEVEL ?? 'info',
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    backend.close().then(
      () => process.exit(0),
      (err: unknown) => {
        backend.app.log.error({ err }, 'the server did not stop in order');
        process.exit(1);
      },
    );
  });
