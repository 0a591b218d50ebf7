/** How long a driver has to plug in the car after the charge point has accepted a start, in ms. */
export const PLUG_WAIT_MS = 60_000;
