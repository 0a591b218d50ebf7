export { type Backend, createBackend } from './app.ts';
export { configuredOptions } from './configured-options.ts';
export type { BackendContext, BackendOptions } from './context.ts';
export { demoChargerNumber, demoOperatorSites, sandboxNotice } from './demo/seed/demo-entries.ts';
export { DEMO_PASSWORD, demoEmails } from './demo/seed/people.ts';
export type { PaymentProvider } from './domain/money/payment/provider.ts';
export { claimFolder } from './platform/database/one-process.ts';
