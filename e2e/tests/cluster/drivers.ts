/** Drivers who charge repeatedly at their own charge points, through the app's API. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Place, Random } from '@e2e/backend/testing';
import type { ChargePoint } from '@e2e/chargers';
import { calls, type RemoteResponse, UserTransaction } from '@shared/contract';
import { WAIT_MS } from '../../run/hang-limit.ts';

/** A request to start or stop, and how it ended. */
export interface Command {
  what: 'start' | 'stop';
  /** When it was sent, in ms since 1970. */
  at: number;
  tookMs: number;
  /** OCPP's status if the response has one, else HTTP's or `LOST`. */
  end: string;
}

/** No response until the end of the connection, or of the test run. */
const LOST = 'lost';

export interface Station extends Place {
  chargePoint: ChargePoint;
  random: Random;
  /** Whether the driver has cancelled a start that took too long. */
  hasCancelled: boolean;
}

export interface Driving {
  /** URL of the cluster. */
  url: string;
  commands: Command[];
  /** All requests of commands. */
  requests: Promise<unknown>[];
  /** Longest duration of a charge, in ms. */
  chargeMs: number;
  /** Pause before a command is repeated, in ms. */
  pauseMs: number;
  /** Whether to begin no further charge. */
  isOver: () => boolean;
}

const POLL_MS = 50;
/** Enough for a car that is plugged in within a second, over a connection that is lost. */
const BEGIN_MS = 20_000;
const OFFLINE_MS = 1500;

/** Charges until `isOver`. Returns the number of charges. */
export async function drive(station: Station, driving: Driving): Promise<number> {
  const { random, chargePoint } = station;
  const connector = chargePoint.connector(1);
  let charges = 0;
  await wait(random.int(driving.chargeMs / 4));
  while (!driving.isOver()) {
    const transactionId = await startCharge(station, driving);
    if (transactionId === undefined) {
      await wait(driving.pauseMs);
      continue;
    }
    charges += 1;
    await pollUntil(() => !connector.charge, driving.chargeMs / 4 + random.int((driving.chargeMs * 3) / 4));
    await endCharge(station, driving, transactionId);
    await pollUntil(() => connector.status === 'Available' && chargePoint.unsent === 0);
  }
  const stillRunning = await findCharge(station, driving);
  if (stillRunning !== undefined) await endCharge(station, driving, stillRunning);
  return charges;
}

/** Starts a charge. Returns the id of the driver's running charge; undefined if there is none. */
async function startCharge(station: Station, driving: Driving): Promise<number | undefined> {
  const { number, chargePoint } = station;
  const { charges } = chargePoint.connector(1);
  const countBefore = charges.length;
  const { status } = await command(station, driving, 'start', { ChargePointID: number });
  const hasBegun = () => charges.slice(countBefore).some((charge) => charge.transactionId !== undefined);
  if (status === 'Accepted') await pollUntil(hasBegun, BEGIN_MS);
  // A charge that began too late isn't the driver's. An earlier charge may still run.
  const transactionId = await findCharge(station, driving);
  if (transactionId === undefined && status === 'Accepted') {
    station.hasCancelled = true;
    await stopCharge(station, driving, 0);
  }
  return transactionId;
}

/** Returns the id of the driver's charge, as the app shows it. */
async function findCharge({ driver }: Station, driving: Driving): Promise<number | undefined> {
  const { path, response } = calls.activeRecharges;
  const [active] = response.parse(await get(driving, driver, path));
  return active && Number(active.transactionId);
}

/** Ends a charge from the app, at the charger, or by unplugging while the charger is offline. */
async function endCharge(station: Station, driving: Driving, transactionId: number): Promise<void> {
  const { chargePoint, random } = station;
  const connector = chargePoint.connector(1);
  const how = random.pick(['app', 'app', 'charger', 'offline']);
  if (how === 'app') {
    while (connector.charge) {
      await stopCharge(station, driving, transactionId);
      await pollUntil(() => !connector.charge, driving.pauseMs);
    }
  } else if (how === 'charger') connector.stop('Local');
  else {
    await chargePoint.goOffline();
    connector.unplug();
    await wait(OFFLINE_MS);
    chargePoint.start();
  }
}

const stopCharge = (station: Station, driving: Driving, transactionId: number) =>
  command(station, driving, 'stop', {
    ChargePointID: `${station.id}-1`,
    TransactionID: String(transactionId),
  });

/**
 * Sends a command, with the same key until there is a definite response. Repeats it after the time
 * limit of the app, but each request has to get a response.
 */
async function command(station: Station, driving: Driving, what: Command['what'], body: object) {
  const key = randomUUID();
  for (;;) {
    const request = send(station, driving, what, body, key);
    driving.requests.push(request);
    const response = await Promise.race([request, wait(COMMANDS[what].timeout)]);
    if (response) return response;
    await wait(driving.pauseMs);
  }
}

const COMMANDS = { start: calls.startCharge, stop: calls.stopCharge };

async function send(
  { id, driver: { token } }: Station,
  { url, commands }: Driving,
  what: Command['what'],
  body: object,
  key: string,
): Promise<RemoteResponse | undefined> {
  const call = COMMANDS[what];
  const at = Date.now();
  const startedAt = performance.now();
  const done = (end: string) => void commands.push({ what, at, tookMs: performance.now() - startedAt, end });
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/v1/api${call.path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    text = await response.text();
  } catch {
    done(LOST);
    return undefined;
  }
  const outcome = response.ok ? call.response.parse(JSON.parse(text)) : undefined;
  done(outcome?.status ?? String(response.status));
  if (response.status >= 400 && response.status < 500)
    throw new Error(`${what} at ${id}: ${response.status} ${text}`);
  return outcome;
}

/** Returns the receipt of a charge that has ended. */
export const receiptOf = async (driving: Pick<Driving, 'url'>, driver: Station['driver'], id: number) =>
  UserTransaction.parse(await get({ pauseMs: 500, ...driving }, driver, `/UserTransactions/${id}`));

/** Retries until there is a response. */
async function get(
  { url, pauseMs }: Pick<Driving, 'url' | 'pauseMs'>,
  { token }: Station['driver'],
  path: string,
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/v1/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => undefined);
    if (response?.ok) return response.json();
    await wait(pauseMs);
  }
}

async function pollUntil(isSeen: () => boolean, ms = Number.POSITIVE_INFINITY): Promise<void> {
  const deadline = Date.now() + ms;
  while (!isSeen() && Date.now() < deadline) await wait(POLL_MS);
}
