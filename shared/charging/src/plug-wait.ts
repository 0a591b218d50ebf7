import type { Transaction } from '@shared/contract';

/** How long a driver has to plug in the car after the charge point has accepted a start, in ms. */
export const PLUG_WAIT_MS = 60_000;
/** A wait that ended longer ago than this, in ms, isn't reported any more. */
export const WAIT_REPORTED_MS = 600_000;
/**
 * The list of running charges shows that none has begun only if it is read this soon after the wait, in
 * ms. Later, a charge may have begun and ended.
 */
export const CERTAIN_MS = 10_000;
/** Title of a wait that ended without a car. */
export const WAIT_OVER = 'Tempo de espera terminou';
/** Texts of such a wait, for a user and for a guest, who has paid in advance. */
export const NO_PLUG = {
  user: 'O plug não foi conectado a tempo. Nada foi cobrado.',
  guest: 'O plug não foi conectado a tempo. O valor que você pagou volta por Pix.',
} as const;

/** Allowance for a server's clock that is unknown or badly estimated. */
const CLOCK_SKEW_MS = 120_000;

/**
 * Returns false for a charge from before the start: after an outage, its stop may be resent while
 * the start is pending.
 * @param since time of the start by the server's clock, in ms since 1970
 */
export const isOfStart = (charge: Pick<Transaction, 'startTime'> | undefined, since: number | undefined) =>
  since === undefined ||
  charge?.startTime === undefined ||
  Date.parse(charge.startTime) >= since - CLOCK_SKEW_MS;
