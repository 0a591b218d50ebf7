/** How long a driver has to plug in the car after the charge point has accepted a start, in ms. */
export const PLUG_WAIT_MS = 60_000;
/** A wait that ended longer ago than this, in ms, isn't reported any more. */
export const WAIT_REPORTED_MS = 600_000;
/** Title of a wait that ended without a car. */
export const WAIT_OVER = 'Tempo de espera terminou';
export const NO_PLUG = 'O plug não foi conectado a tempo.';
