import type { BoardConnector } from '@shared/contract';
import { connectorUse } from '@shared/contract/connector-use';
import { connectorWords } from '@shared/ui/connector-status';

/** Returns what the connector is to drivers who arrive. */
export const usageOf = ({ cpStatus, connectorStatus }: BoardConnector) =>
  connectorUse(cpStatus === 'Online', connectorStatus);

/** Returns the kind and label of a connector's state. */
export const stateOf = (connector: BoardConnector) =>
  connectorWords(connector.cpStatus === 'Online', connector.connectorStatus);

export const nameOf = ({ name, cpCode, connectorId }: BoardConnector) =>
  name ?? [cpCode, connectorId].filter(Boolean).join('-');

/** Returns a React key that identifies the connector across polls. */
export const keyOf = ({ cpCode, name, connectorId }: BoardConnector) => `${cpCode ?? name}/${connectorId}`;
