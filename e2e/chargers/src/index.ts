export { Action } from './actions.ts';
export type { Behaviour } from './behaviour.ts';
export type { CarOptions } from './car.ts';
export { ChargePoint, type ChargePointOptions, type ChargePointTls } from './charge-point.ts';
export type { MeteredCharge, Status } from './connector.ts';
export { FleetEntry } from './fleet.ts';
export { type Runtime, systemRuntime } from './runtime.ts';
export { Snapshot } from './snapshot.ts';
