/** Handlers of the calls that a charge point with OCPP 2.0.1 sends to the central system. */
import { createBootHandler } from '../boot-notification.ts';
import type { Handler, HandlerOptions, Params } from '../calls.ts';
import { STATION_SETTINGS } from '../configure.ts';
import type { ChargePointsContext } from '../context.ts';
import { fieldsOf, instantOf, memberOf, textOf } from '../fields.ts';
import { readBootNotification } from '../ocpp16/read-messages.ts';
import { addConnector } from '../register-charge-point.ts';
import { createReportHandlers } from '../reports.ts';
import { triggerStatus } from '../trigger-status.ts';
import { tokenInfoOf } from './authorization.ts';
import { connectorAt, readConnectors, readEvse } from './evses.ts';
import { createTransactionEventHandler, meterConnector } from './handle-transaction-event.ts';
import type { Inventory } from './inventory.ts';
import { reportStatus } from './report-status.ts';
import { readSignedStationValues, readStationSamples } from './samples.ts';
import { readToken } from './transaction-event.ts';

const STATUSES = ['Available', 'Occupied', 'Reserved', 'Unavailable', 'Faulted'] as const;

export function createStationHandlers(
  context: ChargePointsContext,
  options: HandlerOptions & { inventory: Inventory },
): Record<string, Handler> {
  const { charges, db, now } = context;
  const { inventory, runAfterResponse, sendCall, visitor } = options;
  const noted: Handler = async () => ({});

  return {
    BootNotification: createBootHandler(context, options, readBoot, STATION_SETTINGS),

    Heartbeat: async () => ({ currentTime: now().toISOString() }),

    async Authorize(chargePointId, params) {
      const authorization = await charges.authorize(chargePointId, readToken(params.idToken) ?? '');
      return { idTokenInfo: tokenInfoOf(authorization, now()) };
    },

    async StatusNotification(chargePointId, { evseId, connectorId, connectorStatus, timestamp }) {
      const evse = readEvse({ id: evseId, connectorId });
      if (visitor && evse) await addConnector(db, chargePointId, evse.id);
      const connector = connectorAt(await readConnectors(db, chargePointId), evse);
      if (connector === undefined) return {};
      const status = memberOf(STATUSES, connectorStatus) ?? textOf(connectorStatus);
      const here = { chargePointId, connectorId: connector };
      await reportStatus(context, here, status, instantOf(timestamp, now()));
      return {};
    },

    TransactionEvent: createTransactionEventHandler(context, options),

    /** Meter values of a transaction are in its events; these are of the clock. */
    async MeterValues(chargePointId, { evseId, meterValue }) {
      const connectorId = connectorAt(await readConnectors(db, chargePointId), readEvse({ id: evseId }));
      if (connectorId === undefined) return {};
      const samples = readStationSamples(meterValue, now());
      const signed = readSignedStationValues(meterValue, now());
      const requestStatus = (id: number) =>
        runAfterResponse(() => triggerStatus(sendCall, chargePointId, id));
      const unwanted = await meterConnector(
        context,
        { chargePointId, connectorId },
        { samples, signed },
        requestStatus,
      );
      if (unwanted !== undefined) runAfterResponse(() => charges.sendDueStops(sendCall, [chargePointId]));
      return {};
    },

    async NotifyReport(_chargePointId, params) {
      inventory.add(params);
      return {};
    },

    ...createReportHandlers(context),
    NotifyChargingLimit: noted,
    NotifyMonitoringReport: noted,
    ReportChargingProfiles: noted,
    ReservationStatusUpdate: noted,
  };
}

/** Returns the fields of a boot by the names of OCPP 1.6. */
function readBoot({ chargingStation }: Params): Record<string, string> {
  const { vendorName, model, serialNumber, firmwareVersion, modem } = fieldsOf(chargingStation);
  return readBootNotification({
    ...fieldsOf(modem),
    chargePointVendor: vendorName,
    chargePointModel: model,
    chargePointSerialNumber: serialNumber,
    firmwareVersion,
  });
}
