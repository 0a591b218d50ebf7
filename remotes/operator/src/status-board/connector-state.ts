import { connectorWords } from '@shared/charging/connector-status';
import { connectorUse } from '@shared/charging/connector-use';
import type { BoardConnector } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { useAtomValue } from 'jotai';

type Named = Pick<BoardConnector, 'name' | 'cpCode' | 'connectorId'>;
type Reported = Pick<BoardConnector, 'cpStatus' | 'connectorStatus'>;

/** Returns whether an arriving driver can use the connector, or why not. */
export const usageOf = ({ cpStatus, connectorStatus }: Reported) =>
  connectorUse(cpStatus !== 'Offline', connectorStatus);

/** Returns the kind and label of a connector's state. */
export function useConnectorState({ cpStatus, connectorStatus }: Reported) {
  const { record } = useAtomValue(brandAtom);
  return connectorWords(cpStatus !== 'Offline', connectorStatus, record?.waitingLine);
}

export const nameOf = ({ name, cpCode, connectorId }: Named) =>
  name || [cpCode, connectorId].filter(Boolean).join('-');

/** Returns a React key that identifies the connector across polls. */
export const keyOf = ({ cpCode, name, connectorId }: Named) => `${cpCode ?? name}/${connectorId}`;
