export { createEmulator, type Emulator, startEmulator } from './emulator.ts';
export { CONDUCT, cardId } from './iugu/test-cards.ts';
export type { Payment } from './payment.ts';
export { SANDBOX_ACCOUNT } from './payment.ts';

/** File of the script that replaces iugu.js in the sandbox. */
export const IUGU_SCRIPT = new URL('./iugu/iugu.js', import.meta.url);
