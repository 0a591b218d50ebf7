export { ChargePoint } from './charge-point.ts';
export type { MeteredCharge } from './connector.ts';
export { Action, Snapshot } from './control-server.ts';
export { systemRuntime } from './runtime.ts';
export type { Behaviour } from './settings.ts';
export { FleetEntry } from './settings.ts';
