export { type Backend, createBackend } from './app.ts';
export { configuredOptions } from './configured-options.ts';
export type { BackendContext, BackendOptions } from './context.ts';
export { resetFolder } from './db/one-process.ts';
export type { PaymentProvider } from './payment/provider.ts';
export { sandboxNotice } from './sandbox/notice.ts';
export { demoChargerNumber, demoOperatorSites } from './seed/demo-entries.ts';
export { DEMO_PASSWORD, demoEmails } from './seed/people.ts';
