/** What this device remembers of a connector's charge, so that a reload or an outage loses nothing. */
import type { writes } from '@shared/client';
import { StartRequest } from '@shared/contract';
import { connectorKey, device } from '@shared/state';

/** Body of a start. */
export type Start = Parameters<typeof writes.startCharge>[0];

const chargeItem = (chargePointId: string, connectorId: string) =>
  `charge:${connectorKey(chargePointId, connectorId)}`;
const startItem = (chargePointId: string, connectorId: string) =>
  `start:${connectorKey(chargePointId, connectorId)}`;

/** Keeps the id of the open charge, to be asked for if its end is missed. */
export function rememberCharge(chargePointId: string, connectorId: string, transactionId: string): void {
  device.write(chargeItem(chargePointId, connectorId), transactionId);
}
export function recallCharge(chargePointId: string, connectorId: string): string | undefined {
  return device.read(chargeItem(chargePointId, connectorId));
}
export function forgetCharge(chargePointId: string, connectorId: string): void {
  device.write(chargeItem(chargePointId, connectorId), undefined);
}

/** Keeps what was asked for by the newest start, to be asked again if the plug didn't come in time. */
export function rememberStart(chargePointId: string, connectorId: string, start: Start): void {
  device.write(startItem(chargePointId, connectorId), JSON.stringify(start));
}
export function recallStart(chargePointId: string, connectorId: string): Start | undefined {
  try {
    return StartRequest.safeParse(JSON.parse(device.read(startItem(chargePointId, connectorId)) ?? '')).data;
  } catch {
    return undefined;
  }
}
