/** What this device remembers of a connector's charge, so that a reload or an outage loses nothing. */
import type { writes } from '@shared/client';
import { StartRequest } from '@shared/contract';
import { connectorKey } from '@shared/state';

/** Body of a start. */
export type Start = Parameters<typeof writes.startCharge>[0];

const chargeItem = (chargePointId: string, connectorId: string) =>
  `charge:${connectorKey(chargePointId, connectorId)}`;
const startItem = (chargePointId: string, connectorId: string) =>
  `start:${connectorKey(chargePointId, connectorId)}`;

/** Keeps the id of the open charge, to be asked for if its end is missed. */
export function rememberCharge(chargePointId: string, connectorId: string, transactionId: string): void {
  localStorage.setItem(chargeItem(chargePointId, connectorId), transactionId);
}
export function recallCharge(chargePointId: string, connectorId: string): string | undefined {
  return localStorage.getItem(chargeItem(chargePointId, connectorId)) ?? undefined;
}
export function forgetCharge(chargePointId: string, connectorId: string): void {
  localStorage.removeItem(chargeItem(chargePointId, connectorId));
}

/** Keeps what was asked for by the newest start, to be asked again if the plug didn't come in time. */
export function rememberStart(chargePointId: string, connectorId: string, start: Start): void {
  localStorage.setItem(startItem(chargePointId, connectorId), JSON.stringify(start));
}
export function recallStart(chargePointId: string, connectorId: string): Start | undefined {
  const stored = localStorage.getItem(startItem(chargePointId, connectorId));
  if (!stored) return undefined;
  return StartRequest.safeParse(JSON.parse(stored)).data;
}
