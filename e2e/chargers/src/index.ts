export { Action } from './actions.ts';
export type { Behaviour } from './behaviour.ts';
export { ChargePoint } from './charge-point.ts';
export type { MeteredCharge } from './connector.ts';
export { FleetEntry } from './fleet-entry.ts';
export { systemRuntime } from './runtime.ts';
export { Snapshot } from './snapshot.ts';
