import * as z from 'zod/mini';
import { storedAtom } from './stored-atom.ts';

/** Returns the key of a connector in a map by connector. */
export const connectorKey = (chargePointId: string, connectorId: string) => `${chargePointId}/${connectorId}`;

/**
 * By connector: deadline (ms since 1970) of the 60 s wait for the car's plug after an accepted
 * start, which survives a reload.
 */
export const plugWaitsAtom = storedAtom('plugWaits', z.catchall(z.object({}), z.number()), {});
