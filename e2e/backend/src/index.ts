export { type Backend, createBackend } from './app.ts';
export type { BackendContext, BackendOptions } from './context.ts';
export { resetFolder } from './db/one-process.ts';
export { readMailOptions } from './mail/mail-options.ts';
export { readPaymentProvider } from './payment/configured-provider.ts';
export type { PaymentProvider } from './payment/provider.ts';
export { demoChargerNumber } from './seed/demo-charger.ts';
export { DEMO_PASSWORD, demoEmails } from './seed/people.ts';
export { readTls } from './tls.ts';
