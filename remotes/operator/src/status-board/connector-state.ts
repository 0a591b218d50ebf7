import type { BoardConnector } from '@shared/contract';
import { connectorWords } from '@shared/ui/connector-status';

/** A connector's state in words; a board names the charge point's state `cpStatus`. */
export const stateOf = (connector: BoardConnector) =>
  connectorWords(connector.cpStatus === 'Online', connector.connectorStatus);

export const nameOf = ({ name, cpCode, connectorId }: BoardConnector) =>
  name ?? [cpCode, connectorId].filter(Boolean).join('-');

/** The same connector keeps the same row, however the list around it changes. */
export const keyOf = ({ cpCode, name, connectorId }: BoardConnector) => `${cpCode ?? name}/${connectorId}`;
