import * as z from 'zod/mini';
import { storedAtom } from './stored-atom.ts';

/** Returns the key of a connector in maps of connectors. */
export const connectorKey = (chargePointId: string, connectorId: string) => `${chargePointId}/${connectorId}`;

/**
 * By connector: deadline, in ms since 1970, for plugging in the car: 60 s after an accepted start.
 * Survives a reload.
 */
export const plugWaitsAtom = storedAtom('plugWaits', z.catchall(z.object({}), z.number()), {});
