/** Where a charge point's connectors are in OCPP 2.0.1, which numbers them per EVSE. */
import type { Db } from '../../../platform/database/database.ts';
import { eq } from '../../../platform/database/orm.ts';
import { connectors } from '../../../platform/database/schema.ts';
import { fieldsOf, integerOf } from '../fields.ts';

export interface Evse {
  id: number;
  /** Undefined if the charge point doesn't say which of the EVSE's connectors it means. */
  connectorId?: number | undefined;
}

type Connector = Awaited<ReturnType<typeof readConnectors>>[number];

/** Reads an `EVSEType`. Returns undefined if it is missing or unreadable. */
export function readEvse(value: unknown): Evse | undefined {
  const { id, connectorId } = fieldsOf(value);
  const evseId = integerOf(id);
  return evseId === undefined ? undefined : { id: evseId, connectorId: integerOf(connectorId) };
}

export async function readConnectors(db: Db, chargePointId: string) {
  const { connectorId, evseId, evseConnectorId, retiredAt } = connectors;
  return db
    .select({ connectorId, evseId, evseConnectorId, retiredAt })
    .from(connectors)
    .where(eq(connectors.chargePointId, chargePointId));
}

/** By default, connector n is the only one of EVSE n. */
export const evseOf = ({ connectorId, evseId, evseConnectorId }: Connector) => ({
  id: evseId ?? connectorId,
  connectorId: evseConnectorId ?? 1,
});

/** Returns the number of the only connector that an EVSE may mean. */
export function connectorAt(all: Connector[], evse: Evse | undefined): number | undefined {
  const [found, ...others] = all.filter((one) => {
    const { id, connectorId } = evseOf(one);
    return id === evse?.id && (evse.connectorId === undefined || evse.connectorId === connectorId);
  });
  return others.length === 0 ? found?.connectorId : undefined;
}
