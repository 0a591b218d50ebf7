import type { Transaction } from '@shared/contract';
import { atom } from 'jotai';
import * as z from 'zod/mini';
import { storedAtom } from './stored-atom.ts';

/** Key of one connector in the maps below. */
export const connectorKey = (chargePointId: string, connectorId: string) => `${chargePointId}/${connectorId}`;

/**
 * Instant (ms since 1970) until which an accepted start waits for the car's plug, by connector. Stored, so that the
 * 60 s survive a reload (decisions, section 6).
 */
export const plugWaitsAtom = storedAtom('plugWaits', z.record(z.string(), z.number()), {});

/** The charges that ended while the app was open, by transaction id. */
export const stoppedTransactionsAtom = atom<Record<string, Transaction>>({});
