/**
 * Reads and changes a charge point's configuration keys after it boots (OCPP 1.6 §9.1). In OCPP 2.0.1
 * they are variables of components (`ocpp201/variables.ts`).
 */

import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNotNull, sql } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { SendCall } from './calls.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';

const TIMEOUT_MS = 5000;
const MAX_VALUE_LENGTH = 500;
const ENERGY = 'Energy.Active.Import.Register';

/** Configuration keys with their values, as the charge point reported them. */
export type Configuration = Record<string, string>;

export interface Setting {
  key: string;
  suffices: (value: string) => boolean;
  /** Values to request otherwise, best first: not every charge point can measure all of them. */
  values: string[];
}

const measurandsOf = (value: string) => value.split(',').map((name) => name.trim());

/** In seconds. The app shows a countdown of the same length. */
const CONNECTION_TIMEOUT = String(PLUG_WAIT_MS / SECOND_MS);

/** Settings of both versions. */
export const SETTINGS: Setting[] = [
  // Time to plug in after a remote start.
  {
    key: 'ConnectionTimeOut',
    suffices: (value) => value === CONNECTION_TIMEOUT,
    values: [CONNECTION_TIMEOUT],
  },
  {
    key: 'MeterValueSampleInterval',
    // 0 turns samples off.
    suffices: (value) => Number(value) >= 1 && Number(value) <= 60,
    values: ['30'],
  },
  {
    key: 'MeterValuesSampledData',
    suffices: (value) =>
      [ENERGY, 'Power.Active.Import', 'SoC'].every((name) => measurandsOf(value).includes(name)),
    values: [`${ENERGY},Power.Active.Import,SoC`, `${ENERGY},Power.Active.Import`, ENERGY],
  },
  // Otherwise a charge that isn't accepted goes on until the server's request to stop it arrives.
  {
    key: 'StopTransactionOnInvalidId',
    suffices: (value) => value.toLowerCase() === 'true',
    values: ['true'],
  },
];
/** Whether the charge point shows what a charge costs, if it can. */
export const COST_ENABLED = 'TariffCostCtrlr.Enabled[Cost]';

/** Settings with OCPP 2.0.1. */
export const STATION_SETTINGS: Setting[] = [
  ...SETTINGS,
  // Meter values at the start and the end of a charge are optional.
  ...['SampledDataCtrlr.TxStartedMeasurands', 'SampledDataCtrlr.TxEndedMeasurands'].map((key) => ({
    key,
    suffices: (value: string) => measurandsOf(value).includes(ENERGY),
    values: [ENERGY],
  })),
  // A charge ends when it is stopped, not only when the cable is unplugged.
  {
    key: 'TxCtrlr.TxStopPoint',
    suffices: (value) => ['Authorized', 'PowerPathClosed'].some((name) => measurandsOf(value).includes(name)),
    values: ['EVConnected,Authorized', 'Authorized'],
  },
  { key: COST_ENABLED, suffices: (value) => value.toLowerCase() === 'true', values: ['true'] },
  { key: 'TariffCostCtrlr.Currency', suffices: (value) => value === 'BRL', values: ['BRL'] },
];
const KEYS = STATION_SETTINGS.map(({ key }) => key);

/**
 * Changes every setting that doesn't suffice, and stores the configuration that the charge point
 * reports afterwards, or the earlier one if it no longer replies. Gives up at the first call
 * without a reply: calls are sent one at a time, and these must not delay a driver's start.
 */
export async function configure(
  { db }: { db: Db },
  sendCall: SendCall,
  chargePointId: string,
  settings: Setting[],
): Promise<void> {
  const keys = settings.map(({ key }) => key);
  const current = await readConfiguration(sendCall, chargePointId, keys);
  if (!current) return;
  let hasChanged = false;
  for (const { key, suffices, values } of settings) {
    const value = current[key];
    if (value !== undefined && suffices(value)) continue;
    const outcome = await changeKey(sendCall, chargePointId, key, improvements(values, value));
    if (outcome === 'no response') return store(db, chargePointId, current);
    hasChanged ||= outcome === 'changed';
  }
  const updated = hasChanged ? await readConfiguration(sendCall, chargePointId, keys) : undefined;
  await store(db, chargePointId, updated ?? current);
}

async function store(db: Db, chargePointId: string, configuration: Configuration): Promise<void> {
  if (Object.keys(configuration).length === 0) return;
  await db.update(chargePoints).set({ configuration }).where(eq(chargePoints.id, chargePointId));
}

/**
 * Updates the stored value of a key that the charge point has changed, if the key is one of those
 * stored.
 */
export async function storeChange(db: Db, chargePointId: string, changedKey: string, value: string) {
  const key = KEYS.find((known) => known.toLowerCase() === changedKey.toLowerCase());
  if (key === undefined) return;
  await db
    .update(chargePoints)
    .set({ configuration: sql`${chargePoints.configuration} || ${JSON.stringify({ [key]: value })}::jsonb` })
    .where(and(eq(chargePoints.id, chargePointId), isNotNull(chargePoints.configuration)));
}

/** Returns the values with at least one measurand that the present value lacks. */
function improvements(values: string[], present = ''): string[] {
  const has = measurandsOf(present);
  return values.filter((value) => measurandsOf(value).some((name) => !has.includes(name)));
}

/** Returns false if the charge point reports that it doesn't send the energy of a charge. */
export function reportsEnergy(configuration: Configuration | null): boolean {
  const { MeterValueSampleInterval: interval, MeterValuesSampledData: measurands } = configuration ?? {};
  return interval !== '0' && (measurands === undefined || measurandsOf(measurands).includes(ENERGY));
}

async function changeKey(sendCall: SendCall, chargePointId: string, key: string, values: string[]) {
  for (const value of values) {
    const { reply } = await sendCall(chargePointId, 'ChangeConfiguration', { key, value }, TIMEOUT_MS);
    if (!reply) return 'no response';
    if (reply.status === 'Accepted' || reply.status === 'RebootRequired') return 'changed';
    if (reply.status === 'NotSupported') return 'unchanged';
  }
  return 'unchanged';
}

/** Returns undefined if the charge point doesn't reply. */
async function readConfiguration(
  sendCall: SendCall,
  chargePointId: string,
  keys: string[],
): Promise<Configuration | undefined> {
  const { reply } = await sendCall(chargePointId, 'GetConfiguration', { key: keys }, TIMEOUT_MS);
  if (!reply) return undefined;
  const reported = listOf(reply.configurationKey).map((entry) => {
    const { key, value } = fieldsOf(entry);
    return [textOf(key) ?? '', textOf(value, MAX_VALUE_LENGTH)] as const;
  });
  return Object.fromEntries(
    reported.flatMap(([key, value]) => (keys.includes(key) && value !== undefined ? [[key, value]] : [])),
  );
}
