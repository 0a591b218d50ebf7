export { type Backend, createBackend } from './app.ts';
export type { BackendContext, BackendOptions } from './context.ts';
