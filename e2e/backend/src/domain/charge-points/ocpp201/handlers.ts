/** Handlers of the calls that a charge point with OCPP 2.0.1 sends to the central system. */
import { eq } from '../../../platform/database/orm.ts';
import { chargePoints, connectors } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';
import type { Params } from '../calls.ts';
import type { StopTrigger } from '../charge-handlers.ts';
import { configureStation } from '../configure.ts';
import type { ChargePointsContext } from '../context.ts';
import { fieldsOf, instantOf, memberOf, textOf } from '../fields.ts';
import { HEARTBEAT_SECONDS } from '../handlers.ts';
import { readBootNotification } from '../messages.ts';
import { addConnector } from '../register-charge-point.ts';
import { createReportHandlers } from '../reports.ts';
import { triggerStatus } from '../trigger-status.ts';
import { connectorAt, readConnectors, readEvse } from './evses.ts';
import {
  createTransactionEventHandler,
  type EventOptions,
  meterConnector,
} from './handle-transaction-event.ts';
import type { Inventory } from './inventory.ts';
import { reportStatus } from './report-status.ts';
import { readSignedStationValues, readStationSamples } from './samples.ts';
import { readToken } from './transaction-event.ts';

const STATUSES = ['Available', 'Occupied', 'Reserved', 'Unavailable', 'Faulted'] as const;
/** A charge point may accept a token without asking again for this long. */
const CACHED_MS = DAY_MS;

type Handler = (chargePointId: string, params: Params) => Promise<Params>;

export function createStationHandlers(
  context: ChargePointsContext,
  options: EventOptions & { inventory: Inventory },
): Record<string, Handler> {
  const { charges, db, now } = context;
  const { inventory, runAfterResponse, sendCall, visitor } = options;
  const timeOf = () => ({ currentTime: now().toISOString() });
  const endWantedCharges = (chargePointId: string, trigger?: StopTrigger) =>
    runAfterResponse(() => charges.sendDueStops(sendCall, [chargePointId], trigger));
  const noted: Handler = async () => ({});

  return {
    async BootNotification(chargePointId, params) {
      const boot = readBoot(params);
      await db
        .update(chargePoints)
        .set({ boot, bootedAt: now(), lastSeenAt: now() })
        .where(eq(chargePoints.id, chargePointId));
      // The boot may have set the clock: accept the next status whatever its timestamp.
      await db.update(connectors).set({ statusAt: null }).where(eq(connectors.chargePointId, chargePointId));
      endWantedCharges(chargePointId, 'booted');
      runAfterResponse(() => configureStation(context, sendCall, chargePointId));
      // An unknown charge point can't connect, so none has to wait for its registration.
      return { status: 'Accepted', interval: HEARTBEAT_SECONDS, ...timeOf() };
    },

    Heartbeat: async () => timeOf(),

    async Authorize(chargePointId, params) {
      const isAuthorized = await charges.isAuthorized(chargePointId, readToken(params.idToken) ?? '');
      if (!isAuthorized) return { idTokenInfo: { status: 'Invalid' } };
      const cacheExpiryDateTime = addMs(now(), CACHED_MS).toISOString();
      return { idTokenInfo: { status: 'Accepted', cacheExpiryDateTime } };
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
      if (unwanted !== undefined) endWantedCharges(chargePointId);
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
