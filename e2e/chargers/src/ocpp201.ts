/**
 * OCPP 2.0.1 for a charge point with the messages and commands of OCPP 1.6: the same state machine,
 * with the transactions, EVSEs and variables of the newer version. Connector n is EVSE n.
 */
import * as z from 'zod/mini';
import type { Handler, Params } from './connection.ts';
import type { Connector, MeteredCharge } from './connector.ts';
import type { QueuedMessage } from './message-queue.ts';
import type { CommandTarget } from './operator-commands.ts';

/** The part of its charge point that the translation uses. */
interface Host extends Pick<CommandTarget, 'afterResponse' | 'clock' | 'connectors'> {
  readonly online: boolean;
  readonly unsent: number;
}

/** Variables with the configuration keys that they have in OCPP 1.6. */
const KEYS = new Map([
  ['OCPPCommCtrlr.HeartbeatInterval', 'HeartbeatInterval'],
  ['SampledDataCtrlr.TxUpdatedInterval', 'MeterValueSampleInterval'],
  ['SampledDataCtrlr.TxUpdatedMeasurands', 'MeterValuesSampledData'],
  ['SecurityCtrlr.BasicAuthPassword', 'AuthorizationKey'],
  ['SecurityCtrlr.SecurityProfile', 'SecurityProfile'],
  ['TxCtrlr.EVConnectionTimeOut', 'ConnectionTimeOut'],
  ['TxCtrlr.StopTxOnEVSideDisconnect', 'StopTransactionOnEVSideDisconnect'],
  ['TxCtrlr.StopTxOnInvalidId', 'StopTransactionOnInvalidId'],
]);

/** By the reason of OCPP 1.6: what triggers the last event, and its reason. */
const STOPS: Record<string, [trigger: string, reason: string]> = {
  DeAuthorized: ['Deauthorized', 'DeAuthorized'],
  EVDisconnected: ['EVDeparted', 'EVDisconnected'],
  HardReset: ['ResetCommand', 'ImmediateReset'],
  Local: ['StopAuthorized', 'Local'],
  Remote: ['RemoteStop', 'Remote'],
  SoftReset: ['ResetCommand', 'ImmediateReset'],
  UnlockCommand: ['UnlockCommand', 'Other'],
};
const OCCUPIED = new Set(['Preparing', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing']);
const CHARGING_STATES = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE']);

const Authorization = z.object({ idTokenInfo: z.optional(z.object({ status: z.string() })) });
const Token = z.object({ idToken: z.string() });
const Profile = z.looseObject({
  id: z.number(),
  chargingProfilePurpose: z.string(),
  chargingSchedule: z.array(z.unknown()),
});
const Evse = z.object({ id: z.number() });
const Variable = z.object({
  component: z.object({ name: z.string() }),
  variable: z.object({ name: z.string() }),
});
const Configuration = z.object({
  configurationKey: z.array(
    z.object({ key: z.string(), readonly: z.boolean(), value: z.optional(z.string()) }),
  ),
});
const Sample = z.object({
  timestamp: z.string(),
  sampledValue: z.array(z.looseObject({ value: z.string(), unit: z.optional(z.string()) })),
});

export type Ocpp201 = ReturnType<typeof createOcpp201>;

/** @param send sends a call of OCPP 2.0.1 */
export function createOcpp201(host: Host, send: (method: string, params: Params) => Promise<unknown>) {
  const remoteStarts = new Map<string, unknown>();
  const numbers = new WeakMap<MeteredCharge, number>();

  /** Returns the next event of a charge. The number is given now, so that a repetition has the same. */
  function event(
    connector: Connector,
    charge: MeteredCharge,
    eventType: string,
    triggerReason: string,
    { info = {}, ...fields }: Params & { info?: Params; timestamp: string },
  ): Pick<QueuedMessage, 'method' | 'params'> {
    const seqNo = numbers.get(charge) ?? 0;
    numbers.set(charge, seqNo + 1);
    const params = {
      eventType,
      triggerReason,
      seqNo,
      offline: !host.online,
      transactionInfo: { transactionId: charge.stationTransactionId, ...info },
      evse: { id: connector.id, connectorId: 1 },
      ...fields,
    };
    return { method: 'TransactionEvent', params: () => params };
  }

  const register = (wh: number | undefined, timestamp: string | undefined, context: string) => [
    {
      timestamp,
      sampledValue: [
        { value: wh, context, measurand: 'Energy.Active.Import.Register', unitOfMeasure: { unit: 'Wh' } },
      ],
    },
  ];

  return {
    /** Returns a message about a transaction as the event that it is in OCPP 2.0.1. */
    translate(
      { method, params, onResponse }: QueuedMessage,
      { connector, charge }: { connector: Connector; charge: MeteredCharge },
    ): QueuedMessage {
      switch (method) {
        case 'StartTransaction': {
          const remoteStartId = remoteStarts.get(charge.idTag);
          const started = event(
            connector,
            charge,
            'Started',
            remoteStartId === undefined ? 'Authorized' : 'RemoteStart',
            {
              timestamp: charge.startedAt,
              idToken: tokenOf(charge.idTag),
              info: { chargingState: 'EVConnected', ...(remoteStartId !== undefined && { remoteStartId }) },
              meterValue: register(charge.meterStart, charge.startedAt, 'Transaction.Begin'),
            },
          );
          return { ...started, onResponse: (response) => onResponse?.({ idTagInfo: infoOf(response) }) };
        }
        case 'StopTransaction': {
          const [trigger, stoppedReason] = STOPS[charge.reason ?? ''] ?? ['AbnormalCondition', 'Other'];
          return event(connector, charge, 'Ended', trigger, {
            timestamp: charge.stoppedAt ?? charge.startedAt,
            info: { stoppedReason },
            meterValue: register(charge.meterStop, charge.stoppedAt, 'Transaction.End'),
          });
        }
        default: {
          const [sample] = z.array(Sample).parse(params().meterValue);
          return event(connector, charge, 'Updated', 'MeterValuePeriodic', {
            timestamp: sample?.timestamp ?? host.clock.now().toISOString(),
            meterValue: [sample].flatMap((one) => (one ? [asNumbers(one)] : [])),
          });
        }
      }
    },

    /** Returns the event that reports the charging state of a connector, if it has a charge. */
    chargingState(connector: Connector): QueuedMessage | undefined {
      const { charge, status } = connector;
      if (!charge || !CHARGING_STATES.has(status)) return undefined;
      return event(connector, charge, 'Updated', 'ChargingStateChanged', {
        timestamp: host.clock.now().toISOString(),
        info: { chargingState: status },
      });
    },

    /** Sends a call of OCPP 1.6, and returns the response as OCPP 1.6 has it. */
    async call(method: string, params: Params): Promise<unknown> {
      switch (method) {
        case 'BootNotification':
          return send(method, {
            reason: 'PowerUp',
            chargingStation: {
              vendorName: params.chargePointVendor,
              model: params.chargePointModel,
              serialNumber: params.chargePointSerialNumber,
              firmwareVersion: params.firmwareVersion,
            },
          });
        case 'Authorize':
          return { idTagInfo: infoOf(await send(method, { idToken: tokenOf(String(params.idTag)) })) };
        case 'StatusNotification': {
          const { connectorId, status, timestamp } = params;
          // Only connectors have a status.
          if (connectorId === 0) return {};
          const connectorStatus = OCCUPIED.has(String(status)) ? 'Occupied' : status;
          return send(method, { timestamp, connectorStatus, evseId: connectorId, connectorId: 1 });
        }
        case 'DiagnosticsStatusNotification':
          return send('LogStatusNotification', params);
        default:
          return send(method, params);
      }
    },

    /** Returns the handlers of the central system's calls, which run the commands of OCPP 1.6. */
    handlers(commands: Record<string, Handler>): Record<string, Handler> {
      const run = async (command: string, params: Params) => (await commands[command]?.(params)) ?? {};
      const connectorOf = (evse: unknown) => (evse === undefined ? {} : { connectorId: Evse.parse(evse).id });
      /** Returns the configuration by its keys of OCPP 1.6. */
      const readConfiguration = async () => {
        const { configurationKey } = Configuration.parse(await run('GetConfiguration', {}));
        return new Map(configurationKey.map((entry) => [entry.key, entry]));
      };
      return {
        async RequestStartTransaction({ evseId, idToken, remoteStartId }) {
          const { idToken: idTag } = Token.parse(idToken);
          remoteStarts.set(idTag, remoteStartId);
          return run('RemoteStartTransaction', {
            idTag,
            ...(evseId !== undefined && { connectorId: evseId }),
          });
        },
        RequestStopTransaction: ({ transactionId }) => run('RemoteStopTransaction', { transactionId }),
        async GetTransactionStatus({ transactionId }) {
          const isRunning = host.connectors.some(
            ({ charge }) => charge?.stationTransactionId === transactionId,
          );
          return { ongoingIndicator: isRunning, messagesInQueue: host.unsent > 0 };
        },
        async UnlockConnector({ evseId }) {
          const { status } = await run('UnlockConnector', { connectorId: evseId });
          return { status: status === 'NotSupported' ? 'UnknownConnector' : status };
        },
        ChangeAvailability: ({ evse, operationalStatus }) =>
          run('ChangeAvailability', { connectorId: 0, ...connectorOf(evse), type: operationalStatus }),
        Reset: ({ type }) => run('Reset', { type: type === 'Immediate' ? 'Hard' : 'Soft' }),
        TriggerMessage: ({ evse, requestedMessage }) =>
          run('TriggerMessage', { requestedMessage, ...connectorOf(evse) }),
        ReserveNow: ({ id, evseId, expiryDateTime, idToken }) =>
          run('ReserveNow', {
            reservationId: id,
            connectorId: evseId ?? 0,
            expiryDate: expiryDateTime,
            idTag: Token.parse(idToken).idToken,
          }),
        SetChargingProfile({ evseId, chargingProfile }) {
          const {
            id,
            chargingProfilePurpose: purpose,
            chargingSchedule,
            ...profile
          } = Profile.parse(chargingProfile);
          return run('SetChargingProfile', {
            connectorId: evseId,
            csChargingProfiles: {
              ...profile,
              chargingProfileId: id,
              chargingProfilePurpose:
                purpose === 'ChargingStationMaxProfile' ? 'ChargePointMaxProfile' : purpose,
              chargingSchedule: chargingSchedule[0],
            },
          });
        },
        ClearChargingProfile: ({ chargingProfileId: id }) => run('ClearChargingProfile', { id }),
        CancelReservation: (params) => run('CancelReservation', params),
        ClearCache: () => run('ClearCache', {}),
        DataTransfer: (params) => run('DataTransfer', params),
        async GetVariables({ getVariableData }) {
          const known = await readConfiguration();
          const results = z
            .array(Variable)
            .parse(getVariableData)
            .map(({ component, variable }) => {
              const entry = known.get(KEYS.get(`${component.name}.${variable.name}`) ?? '');
              const named = { component, variable };
              if (!entry) return { attributeStatus: 'UnknownVariable', ...named };
              if (entry.value === undefined) return { attributeStatus: 'Rejected', ...named };
              return { attributeStatus: 'Accepted', attributeValue: entry.value, ...named };
            });
          return { getVariableResult: results };
        },
        async SetVariables({ setVariableData }) {
          const wanted = z.array(z.extend(Variable, { attributeValue: z.string() })).parse(setVariableData);
          const results: Params[] = [];
          for (const { component, variable, attributeValue: value } of wanted) {
            const key = KEYS.get(`${component.name}.${variable.name}`);
            const { status } = key ? await run('ChangeConfiguration', { key, value }) : {};
            const attributeStatus =
              status === undefined || status === 'NotSupported' ? 'UnknownVariable' : status;
            results.push({ attributeStatus, component, variable });
          }
          return { setVariableResult: results };
        },
        async GetBaseReport({ requestId }) {
          const values = await readConfiguration();
          const reportData = [...KEYS].flatMap(([path, key]) => {
            const entry = values.get(key);
            const [component = '', variable = ''] = path.split('.');
            const attribute = { value: entry?.value, mutability: entry?.readonly ? 'ReadOnly' : 'ReadWrite' };
            return entry?.value === undefined
              ? []
              : [
                  {
                    component: { name: component },
                    variable: { name: variable },
                    variableAttribute: [attribute],
                  },
                ];
          });
          const report = { requestId, generatedAt: host.clock.now().toISOString(), seqNo: 0, reportData };
          // Nothing depends on a report that is lost with its connection.
          host.afterResponse(() => void send('NotifyReport', report).catch(() => undefined));
          return { status: 'Accepted' };
        },
      };
    },
  };
}

const tokenOf = (idTag: string) => ({ idToken: idTag, type: 'Central' });
const infoOf = (response: unknown) => Authorization.parse(response).idTokenInfo;

/** Returns a meter value of OCPP 1.6 with numbers instead of texts. */
const asNumbers = ({ timestamp, sampledValue }: z.output<typeof Sample>) => ({
  timestamp,
  sampledValue: sampledValue.map(({ value, unit, ...others }) => ({
    ...others,
    value: Number(value),
    ...(unit !== undefined && { unitOfMeasure: { unit } }),
  })),
});
