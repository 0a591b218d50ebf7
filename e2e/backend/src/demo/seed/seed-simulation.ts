/** Behaviour of the demo's simulated charge points, and their state until they report one. */

import type { Network } from '../../network/read-network.ts';
import type { Db } from '../../platform/database/database.ts';
import { notInArray, sql } from '../../platform/database/orm.ts';
import { type ConnectorSimulation, chargePoints, connectors } from '../../platform/database/schema.ts';

const offline = ['SP14482', 'SP43267', 'SP51186', 'SP82108', 'SP84245', 'SP57597'];

/** Connectors that aren't free: the id of the charge point, and the connector's number. */
const charging = new Set(
  `SP36102-1 SP59859-1 SP91535-1 SP91535-2 SP17373-2 SP56968-1 SP80725-1 SP88644-1 SP38239-1 SP54077-1
  SP77834-1 SP77834-2 SP85753-1 SP67024-1 SP74943-1 SP32457-1 SP32457-2 SP40376-1 SP40376-2 SP48295-1
  SP56214-1 SP64133-1 SP72052-1 SP13728-1 SP37485-2 SP92918-1 SP18756-1 SP58351-1 SP66270-2 SP23784-1
  SP47541-2 SP87136-1 SP36731-1 SP52569-1 SP92164-1 SP41759-1`.split(/\s+/),
);
const faulted = new Set('SP83616-1 SP82862-1 SP42513-1 SP65516-1'.split(' '));
const unavailable = new Set('SP20893-1'.split(' '));

/** Sets the state of the demo's charge points, which have just been added. */
export async function seedSimulation(tx: Db, network: Network): Promise<void> {
  const fleet = new Map<string, string[]>();
  for (const { card, site } of network.fleets.flatMap(({ vehicles }) => vehicles))
    if (card !== undefined) fleet.set(site, [...(fleet.get(site) ?? []), card]);
  const states: object[] = [];
  for (const [key, { chargePoints: points }] of Object.entries(network.sites))
    for (const { id, code, model } of points)
      for (const [i, { maxPowerKw }] of (network.chargePointModels[model]?.connectors ?? []).entries()) {
        const connectorId = i + 1;
        const connector = `${id}-${connectorId}`;
        const idTag = (charging.has(connector) && fleet.get(key)?.shift()) || `VISITA-${code}-${connectorId}`;
        const index = states.length;
        const simulation = simulate(connector, idTag, maxPowerKw, index);
        states.push({
          id,
          connectorId,
          simulation,
          meterWh: 1_200_000 + index * 83_517,
          ...(!offline.includes(id) && initialState(simulation)),
        });
      }
  await tx
    .update(chargePoints)
    .set({ online: true, simulated: true })
    .where(notInArray(chargePoints.id, offline));
  await tx.execute(sql`
    update ${connectors}
    set status = state.status, error_code = state."errorCode", meter_wh = state."meterWh",
      power_w = state."powerW", soc = state.soc, simulation = state.simulation
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as state(id text, "connectorId" int, status text, "errorCode" text, "meterWh" int, "powerW" int, soc real, simulation jsonb)
    where charge_point_id = state.id and connector_id = state."connectorId"`);
}

function simulate(connector: string, idTag: string, kw: number, index: number): ConnectorSimulation | null {
  if (faulted.has(connector))
    return { state: 'faulted', errorCode: index % 2 ? 'GroundFailure' : 'ConnectorLockFailure' };
  if (unavailable.has(connector)) return { state: 'unavailable' };
  if (!charging.has(connector)) return null;
  // States of charge are spread deterministically, so that every start of the demo looks the same.
  return {
    state: 'charging',
    idTag,
    soc: 12 + ((index * 37) % 70),
    batteryKwh: 40 + (index % 4) * 12,
    powerKw: Math.min(kw, 11 + (index % 3) * 19),
  };
}

/** Returns a connector's state until its charge point reports one. */
function initialState(simulation: ConnectorSimulation | null) {
  switch (simulation?.state) {
    case 'faulted':
      return { status: 'Faulted', errorCode: simulation.errorCode };
    case 'unavailable':
      return { status: 'Unavailable' };
    case 'charging':
      return { status: 'Charging', powerW: simulation.powerKw * 1000, soc: simulation.soc };
    case undefined:
      return { status: 'Available' };
  }
}
