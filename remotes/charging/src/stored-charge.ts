/**
 * Per-connector charge data persisted on this device, so that it survives a reload or an outage.
 */
import type { writes } from '@shared/client';
import { parseJson, StartRequest } from '@shared/contract';
import { connectorKey, device } from '@shared/state';

/** Request body of a remote start. */
export type StartBody = Parameters<typeof writes.startCharge>[0];

const chargeItem = (chargePointId: string, connectorId: string) =>
  `charge:${connectorKey(chargePointId, connectorId)}`;
const startItem = (chargePointId: string, connectorId: string) =>
  `start:${connectorKey(chargePointId, connectorId)}`;

/** Stores the id of the open charge, to look it up if the stop event is missed. */
export function storeCharge(chargePointId: string, connectorId: string, transactionId: string): void {
  device.write(chargeItem(chargePointId, connectorId), transactionId);
}
export function readStoredCharge(chargePointId: string, connectorId: string): string | undefined {
  return device.read(chargeItem(chargePointId, connectorId));
}
export function removeStoredCharge(chargePointId: string, connectorId: string): void {
  device.write(chargeItem(chargePointId, connectorId), undefined);
}

/** Stores the newest start request, to repeat it if the car wasn't plugged in in time. */
export function storeStart(chargePointId: string, connectorId: string, start: StartBody): void {
  device.write(startItem(chargePointId, connectorId), JSON.stringify(start));
}
export function removeStoredStart(chargePointId: string, connectorId: string): void {
  device.write(startItem(chargePointId, connectorId), undefined);
}
export function readStoredStart(chargePointId: string, connectorId: string): StartBody | undefined {
  return StartRequest.safeParse(parseJson(device.read(startItem(chargePointId, connectorId)) ?? '')).data;
}
