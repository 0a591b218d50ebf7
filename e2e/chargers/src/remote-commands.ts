import type { Handler, Params } from './connection.ts';
import type { Connector } from './connector.ts';
import { type CommandTarget, operatorCommands } from './operator-commands.ts';

/** Returns the handlers of the calls that the central system sends. */
export function remoteCommands(chargePoint: CommandTarget): Record<string, Handler> {
  const connectorOf = (params: Params): Connector | undefined =>
    chargePoint.connectors.find((connector) => connector.id === (params.connectorId ?? 1));
  const chargingWith = (transactionId: unknown) =>
    chargePoint.connectors.find(
      ({ charge }) => charge && (charge.stationTransactionId ?? charge.transactionId) === transactionId,
    );

  const commands: Record<string, (params: Params) => Record<string, unknown>> = {
    RemoteStartTransaction: (params) => {
      const connector = connectorOf(params);
      if (!connector || chargePoint.behaviour.rejectRemoteStart) return { status: 'Rejected' };
      const status = connector.authorize(String(params.idTag));
      if (status === 'Accepted') {
        if (chargePoint.behaviour.startBeforeReply) connector.begin();
        else chargePoint.afterResponse(() => connector.begin());
      }
      return { status };
    },
    RemoteStopTransaction: (params) => {
      const connector = chargingWith(params.transactionId);
      if (!connector || chargePoint.behaviour.rejectRemoteStop) return { status: 'Rejected' };
      chargePoint.afterResponse(() => connector.stop('Remote'));
      return { status: 'Accepted' };
    },
    ChangeConfiguration: (params) => {
      const key = String(params.key);
      const status = chargePoint.configuration.change(key, String(params.value));
      // OCPP 1.6 security whitepaper, A01 and A05: connects again with the new credentials.
      if (status === 'Accepted' && (key === 'AuthorizationKey' || key === 'SecurityProfile'))
        chargePoint.afterResponse(() => chargePoint.drop());
      return { status };
    },
    GetConfiguration: (params) =>
      chargePoint.configuration.get(Array.isArray(params.key) ? params.key.map(String) : undefined),
    ChangeAvailability: (params) => {
      const { connectorId, type } = params;
      const isForAll = connectorId === 0;
      const chosen = chargePoint.connectors.filter((connector) => isForAll || connector.id === connectorId);
      if (chosen.length === 0) return { status: 'Rejected' };
      const statuses = chosen.map((connector) => connector.changeAvailability(type === 'Operative'));
      return { status: statuses.includes('Scheduled') ? 'Scheduled' : 'Accepted' };
    },
    Reset: (params) => {
      chargePoint.afterResponse(() => chargePoint.reset(params.type === 'Hard' ? 'Hard' : 'Soft'));
      return { status: 'Accepted' };
    },
    UnlockConnector: (params) => {
      const connector = connectorOf(params);
      if (!connector) return { status: 'NotSupported' };
      const status = chargePoint.behaviour.unlockReply;
      if (status === 'Unlocked') connector.stop('UnlockCommand');
      return { status };
    },
    ...operatorCommands(chargePoint),
    ClearCache: () => ({ status: 'Accepted' }),
    TriggerMessage: (params) => trigger(params),
    ExtendedTriggerMessage: (params) => trigger(params, 'Signed'),
  };

  /** @param signed prefix of the message about firmware, by the security whitepaper */
  function trigger(params: Params, signed = '') {
    const sendIdle = (method: string) => () =>
      chargePoint.call(method, { status: 'Idle' }).catch(() => undefined);
    const messages: Record<string, () => unknown> = {
      // The connection may end before these messages. They aren't repeated on the next one.
      BootNotification: () => chargePoint.sendBootNotification().catch(() => undefined),
      Heartbeat: () => chargePoint.call('Heartbeat', {}).catch(() => undefined),
      StatusNotification: () => chargePoint.reportAll(),
      MeterValues: () => connectorOf(params)?.sample(),
      FirmwareStatusNotification: sendIdle(`${signed}FirmwareStatusNotification`),
      DiagnosticsStatusNotification: sendIdle('DiagnosticsStatusNotification'),
      LogStatusNotification: sendIdle('LogStatusNotification'),
    };
    const send = messages[String(params.requestedMessage)];
    if (!send) return { status: 'NotImplemented' };
    chargePoint.afterResponse(send);
    return { status: 'Accepted' };
  }

  return Object.fromEntries(
    Object.entries(commands).map(([method, command]): [string, Handler] => [
      method,
      async (params) => {
        const response = command(params);
        const { replyAfter } = chargePoint.behaviour;
        if (replyAfter > 0) await new Promise<void>((done) => chargePoint.clock.after(replyAfter, done));
        return response;
      },
    ]),
  );
}
