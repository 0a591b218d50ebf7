/** Handlers of the calls that a charge point with OCPP 1.6 sends to the central system. */
import type { Db } from '../../../platform/database/database.ts';
import { sql } from '../../../platform/database/orm.ts';
import { prepareOnce } from '../../../platform/database/prepare-once.ts';
import { isAt } from '../../../platform/database/rows.ts';
import { connectors } from '../../../platform/database/schema.ts';
import { addLogFields } from '../../../platform/logs/log-fields.ts';
import { createBootHandler } from '../boot-notification.ts';
import type { Handler, HandlerOptions, Params } from '../calls.ts';
import type { Authorization } from '../charge-handlers.ts';
import { NO_CONNECTOR, UNSTORED_ID } from '../charge-messages.ts';
import { SETTINGS } from '../configure.ts';
import type { ChargePointsContext } from '../context.ts';
import { addConnector } from '../register-charge-point.ts';
import { createReportHandlers } from '../reports.ts';
import { triggerStatus } from '../trigger-status.ts';
import {
  readAuthorize,
  readBootNotification,
  readMeterValuesRequest,
  readStartTransaction,
  readStatusNotification,
  readStopTransaction,
} from './read-messages.ts';

export function createHandlers(
  context: ChargePointsContext,
  options: HandlerOptions,
): Record<string, Handler> {
  const { db, now, charges } = context;
  const { sendCall, runAfterResponse, visitor, logProtocolError } = options;
  const endWantedCharges = (chargePointId: string) =>
    runAfterResponse(() => charges.sendDueStops(sendCall, [chargePointId]));

  return {
    BootNotification: createBootHandler(context, options, readBootNotification, SETTINGS),

    Heartbeat: async () => ({ currentTime: now().toISOString() }),

    async Authorize(chargePointId, params) {
      return { idTagInfo: infoOf(await charges.authorize(chargePointId, readAuthorize(params))) };
    },

    async StatusNotification(chargePointId, params) {
      const message = readStatusNotification(params, now());
      if (visitor) await addConnector(db, chargePointId, message.connectorId);
      await charges.handleStatus(chargePointId, message);
      return {};
    },

    async StartTransaction(chargePointId, params) {
      const message = readStartTransaction(params, now());
      const isKnown =
        (await hasConnector(db, chargePointId, message.connectorId)) ||
        (visitor && (await addConnector(db, chargePointId, message.connectorId)));
      if (!isKnown) logProtocolError('unknown connector');
      const connectorId = isKnown
        ? message.connectorId
        : await charges.connectorOf(chargePointId, message.idTag);
      if (connectorId === undefined) return { transactionId: UNSTORED_ID, idTagInfo: { status: 'Invalid' } };
      const isElsewhere = !isKnown && message.connectorId !== NO_CONNECTOR;
      const start = { ...message, connectorId, isElsewhere };
      const { transactionId, ...authorization } = await charges.beginCharge(chargePointId, start);
      if (authorization.verdict !== 'Accepted') endWantedCharges(chargePointId);
      return { transactionId, idTagInfo: infoOf(authorization) };
    },

    async MeterValues(chargePointId, params) {
      const message = readMeterValuesRequest(params, now());
      addLogFields({ transactionId: message.transactionId });
      const requestStatus = (connectorId: number) =>
        runAfterResponse(() => triggerStatus(sendCall, chargePointId, connectorId));
      const unwanted = await charges.meterCharge(chargePointId, message, requestStatus);
      if (unwanted !== undefined) endWantedCharges(chargePointId);
      return {};
    },

    async StopTransaction(chargePointId, params) {
      const message = readStopTransaction(params, now());
      addLogFields({ transactionId: message.transactionId });
      await charges.endCharge(chargePointId, message);
      return { idTagInfo: { status: 'Accepted' } };
    },

    ...createReportHandlers(context),
  };
}

/** Returns the `IdTagInfo` of a tag. */
const infoOf = ({ verdict, groupId, validUntil }: Authorization): Params => ({
  status: verdict,
  ...(verdict === 'Accepted' && groupId !== undefined && { parentIdTag: groupId }),
  ...(verdict === 'Accepted' && validUntil && { expiryDate: validUntil.toISOString() }),
});

const given = sql.placeholder;

const connectorStatement = prepareOnce((db) =>
  db
    .select({ connectorId: connectors.connectorId })
    .from(connectors)
    .where(isAt(connectors, { chargePointId: given('chargePointId'), connectorId: given('connectorId') }))
    .prepare('has_connector'),
);

async function hasConnector(db: Db, chargePointId: string, connectorId: number): Promise<boolean> {
  return (await connectorStatement(db).execute({ chargePointId, connectorId })).length > 0;
}
