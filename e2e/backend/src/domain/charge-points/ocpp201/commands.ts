/**
 * Sends the server's commands, which have the names and fields of OCPP 1.6, with the calls of OCPP
 * 2.0.1, and returns the replies as OCPP 1.6 has them.
 */
import { and, eq } from '../../../platform/database/orm.ts';
import { transactions } from '../../../platform/database/schema.ts';
import type { Call, CallResult, Params } from '../calls.ts';
import type { ChargePointsContext } from '../context.ts';
import { fieldsOf, integerOf, listOf, textOf } from '../fields.ts';
import { remoteStartIdOf } from './authorization.ts';
import { evseOf, readConnectors } from './evses.ts';
import type { Inventory } from './inventory.ts';
import { keyOf, variableOf } from './variables.ts';

type Context = Pick<ChargePointsContext, 'db' | 'clock' | 'randomness'>;

/** What the translation of one command needs. */
interface Line {
  /** Sends a call of OCPP 2.0.1, without undefined fields, within the time limit of the command. */
  call: (method: string, params: Params) => Promise<CallResult>;
  /** Returns the charge point's own id of a charge's transaction. */
  stationTransactionId: (transactionId: unknown) => Promise<string | undefined>;
  evses: () => Promise<{ connectorId: number; evse: { id: number; connectorId: number } }[]>;
  evseOf: (connectorId: unknown) => Promise<{ id: number; connectorId: number } | undefined>;
  leftMs: () => number;
  newId: () => number;
  inventory: Inventory;
}

const NOT_SUPPORTED: CallResult = { failure: 'error', errorCode: 'NotSupported' };
const rejected = (status = 'Rejected'): CallResult => ({ reply: { status } });

/** Returns a copy without undefined fields, which the schemas refuse. */
const defined = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

/** Replaces a reply, if there is one. */
const mapReply = (result: CallResult, map: (reply: Params) => Params): CallResult =>
  result.reply ? { reply: map(result.reply) } : result;

const CARD = /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/i;
/** Returns an `IdTokenType`. A charge point compares the type as well, and reads it from a card. */
const tokenOf = (tag: unknown) => {
  const idToken = String(tag);
  return { idToken, type: CARD.test(idToken) ? 'ISO14443' : 'Central' };
};

const TRIGGERS: Record<string, string> = {
  DiagnosticsStatusNotification: 'LogStatusNotification',
  SignChargePointCertificate: 'SignChargingStationCertificate',
};
const PURPOSES: Record<string, string> = { ChargePointMaxProfile: 'ChargingStationMaxProfile' };
const CERTIFICATES: Record<string, string> = { CentralSystemRootCertificate: 'CSMSRootCertificate' };
const UNLOCK_STATUSES: Record<string, string> = {
  OngoingAuthorizedTransaction: 'UnlockFailed',
  UnknownConnector: 'NotSupported',
};
const renamed = (names: Record<string, string>, name: unknown) => names[String(name)] ?? name;

const COMMANDS: Record<string, (params: Params, line: Line) => Promise<CallResult>> = {
  async RemoteStartTransaction({ connectorId, idTag, chargingProfile }, line) {
    const evse = connectorId === undefined ? undefined : await line.evseOf(connectorId);
    if (connectorId !== undefined && !evse) return rejected();
    return line.call('RequestStartTransaction', {
      evseId: evse?.id,
      remoteStartId: remoteStartIdOf(String(idTag)),
      idToken: tokenOf(idTag),
      chargingProfile: chargingProfile === undefined ? undefined : await profileOf(chargingProfile, line),
    });
  },

  /** @param transactionId the charge's id as a number, or the charge point's own as text */
  async RemoteStopTransaction({ transactionId: id }, { call, stationTransactionId }) {
    const transactionId = await stationTransactionId(id);
    return transactionId === undefined ? rejected() : call('RequestStopTransaction', { transactionId });
  },

  async UnlockConnector({ connectorId }, { call, evseOf: find }) {
    const evse = await find(connectorId);
    if (!evse) return rejected('NotSupported');
    const result = await call('UnlockConnector', { evseId: evse.id, connectorId: evse.connectorId });
    return mapReply(result, ({ status }) => ({ status: renamed(UNLOCK_STATUSES, status) }));
  },

  Reset: ({ type }, { call }) => call('Reset', { type: type === 'Hard' ? 'Immediate' : 'OnIdle' }),

  async ChangeAvailability({ connectorId, type }, { call, evseOf: find }) {
    const evse = connectorId === 0 ? undefined : await find(connectorId);
    if (connectorId !== 0 && !evse) return rejected();
    return call('ChangeAvailability', { operationalStatus: type, evse });
  },

  TriggerMessage: trigger,

  ExtendedTriggerMessage: trigger,

  async ChangeConfiguration({ key, value }, { call }) {
    const variable = variableOf(String(key));
    if (!variable) return rejected('NotSupported');
    const result = await call('SetVariables', { setVariableData: [{ attributeValue: value, ...variable }] });
    return mapReply(result, ({ setVariableResult }) => {
      const status = textOf(fieldsOf(listOf(setVariableResult)[0]).attributeStatus) ?? 'Rejected';
      return { status: /^(Unknown|NotSupported)/.test(status) ? 'NotSupported' : status };
    });
  },

  async GetConfiguration({ key }, line) {
    if (key === undefined) return readInventory(line);
    const keys = listOf(key).map(String);
    const known = keys.flatMap((name) => variableOf(name) ?? []);
    const unknownKey = keys.filter((name) => !variableOf(name));
    if (known.length === 0) return { reply: { configurationKey: [], unknownKey } };
    const result = await line.call('GetVariables', { getVariableData: known });
    if (!result.reply) return result;
    const configurationKey: Params[] = [];
    for (const entry of listOf(result.reply.getVariableResult).map(fieldsOf)) {
      const reported = keyOf(entry.component, entry.variable);
      // With the upper and lower case of the request.
      const name = keys.find((one) => one.toLowerCase() === reported.toLowerCase()) ?? reported;
      if (entry.attributeStatus === 'Accepted')
        configurationKey.push(defined({ key: name, readonly: false, value: entry.attributeValue }));
      // A password can't be read, but exists.
      else if (entry.attributeStatus === 'Rejected') configurationKey.push({ key: name, readonly: false });
      else unknownKey.push(name);
    }
    return { reply: { configurationKey, unknownKey } };
  },

  async ReserveNow({ connectorId, expiryDate, idTag, reservationId, parentIdTag }, { call, evseOf: find }) {
    const evse = connectorId === 0 ? undefined : await find(connectorId);
    if (connectorId !== 0 && !evse) return rejected();
    return call('ReserveNow', {
      id: reservationId,
      expiryDateTime: expiryDate,
      idToken: tokenOf(idTag),
      evseId: evse?.id,
      groupIdToken: parentIdTag === undefined ? undefined : tokenOf(parentIdTag),
    });
  },

  async SetChargingProfile({ connectorId, csChargingProfiles }, line) {
    const evseId = connectorId === 0 ? 0 : (await line.evseOf(connectorId))?.id;
    if (evseId === undefined) return rejected();
    const chargingProfile = await profileOf(csChargingProfiles, line);
    return line.call('SetChargingProfile', { evseId, chargingProfile });
  },

  async ClearChargingProfile(
    { id, connectorId, chargingProfilePurpose, stackLevel },
    { call, evseOf: find },
  ) {
    const evseId =
      connectorId === undefined || connectorId === 0 ? connectorId : (await find(connectorId))?.id;
    const criteria = defined({
      evseId,
      chargingProfilePurpose: renamed(PURPOSES, chargingProfilePurpose),
      stackLevel,
    });
    const hasCriteria = Object.keys(criteria).length > 0;
    return call('ClearChargingProfile', {
      chargingProfileId: id,
      chargingProfileCriteria: hasCriteria ? criteria : undefined,
    });
  },

  async GetCompositeSchedule({ connectorId, duration, chargingRateUnit }, { call, evseOf: find }) {
    const evseId = connectorId === 0 ? 0 : (await find(connectorId))?.id;
    if (evseId === undefined) return rejected();
    const result = await call('GetCompositeSchedule', { duration, chargingRateUnit, evseId });
    if (!result.reply?.schedule) return result;
    const { scheduleStart, evseId: _, ...chargingSchedule } = fieldsOf(result.reply.schedule);
    return { reply: { status: result.reply.status, connectorId, scheduleStart, chargingSchedule } };
  },

  async GetDiagnostics({ location, startTime, stopTime, retries, retryInterval }, { call, newId }) {
    const log = defined({ remoteLocation: location, oldestTimestamp: startTime, latestTimestamp: stopTime });
    const params = { log, logType: 'DiagnosticsLog', requestId: newId(), retries, retryInterval };
    const result = await call('GetLog', params);
    return mapReply(result, ({ status, filename }) => defined({ status, fileName: filename }));
  },

  async UpdateFirmware({ location, retrieveDate, retries, retryInterval }, { call, newId }) {
    const firmware = { location, retrieveDateTime: retrieveDate };
    const params = { requestId: newId(), retries, retryInterval, firmware };
    const result = await call('UpdateFirmware', params);
    const status = textOf(result.reply?.status);
    // OCPP 1.6 can't refuse an update.
    return status === undefined || status === 'Accepted' ? result : { failure: 'error', errorCode: status };
  },

  SignedUpdateFirmware({ requestId, retries, retryInterval, firmware }, { call }) {
    const { retrieveDateTime, installDateTime, ...image } = fieldsOf(firmware);
    const fields = defined({ ...image, retrieveDateTime, installDateTime });
    return call('UpdateFirmware', { requestId, retries, retryInterval, firmware: fields });
  },

  async GetLocalListVersion(_, { call }) {
    const result = await call('GetLocalListVersion', {});
    return mapReply(result, ({ versionNumber }) => ({ listVersion: versionNumber }));
  },

  SendLocalList({ listVersion, localAuthorizationList, updateType }, { call }) {
    const entries = listOf(localAuthorizationList).map((entry) => {
      const { idTag, idTagInfo } = fieldsOf(entry);
      const { status, expiryDate, parentIdTag } = fieldsOf(idTagInfo);
      const groupIdToken = parentIdTag === undefined ? undefined : tokenOf(parentIdTag);
      const info = idTagInfo && defined({ status, cacheExpiryDateTime: expiryDate, groupIdToken });
      return defined({ idToken: tokenOf(idTag), idTokenInfo: info });
    });
    const list = entries.length > 0 ? entries : undefined;
    return call('SendLocalList', { versionNumber: listVersion, localAuthorizationList: list, updateType });
  },

  InstallCertificate: ({ certificateType, certificate }, { call }) =>
    call('InstallCertificate', { certificateType: renamed(CERTIFICATES, certificateType), certificate }),

  async GetInstalledCertificateIds({ certificateType }, { call }) {
    const params = { certificateType: [renamed(CERTIFICATES, certificateType)] };
    const result = await call('GetInstalledCertificateIds', params);
    return mapReply(result, ({ status, certificateHashDataChain }) => {
      const hashes = listOf(certificateHashDataChain).map((chain) => fieldsOf(chain).certificateHashData);
      return defined({ status, certificateHashData: hashes.length > 0 ? hashes : undefined });
    });
  },
};
async function trigger({ requestedMessage, connectorId }: Params, { call, evses, evseOf: find }: Line) {
  const message = renamed(TRIGGERS, requestedMessage);
  const evse = connectorId === undefined ? undefined : await find(connectorId);
  if (connectorId !== undefined && !evse) return rejected();
  // A status is that of a connector (OCPP 2.0.1, F06.FR.12).
  if (message !== 'StatusNotification' || evse)
    return call('TriggerMessage', { requestedMessage: message, evse });
  let result = rejected();
  for (const each of await evses()) {
    result = await call('TriggerMessage', { requestedMessage: message, evse: each.evse });
    if (result.reply?.status !== 'Accepted') break;
  }
  return result;
}

async function profileOf(given: unknown, { stationTransactionId }: Line): Promise<Params> {
  const { chargingProfileId, chargingProfilePurpose, transactionId, chargingSchedule, ...profile } =
    fieldsOf(given);
  return defined({
    ...profile,
    id: chargingProfileId,
    chargingProfilePurpose: renamed(PURPOSES, chargingProfilePurpose),
    transactionId: transactionId === undefined ? undefined : await stationTransactionId(transactionId),
    chargingSchedule: listOf(chargingSchedule).map((schedule) => ({
      id: chargingProfileId,
      ...fieldsOf(schedule),
    })),
  });
}

/** Commands that are the same in both versions, and those that only OCPP 2.0.1 has. */
const UNCHANGED = new Set([
  'CancelReservation',
  'CertificateSigned',
  'ClearCache',
  'CostUpdated',
  'DataTransfer',
  'DeleteCertificate',
  'GetLog',
  'GetTransactionStatus',
]);

/** Requests all variables. Their reports must arrive within the time limit of the command. */
async function readInventory({ call, inventory, leftMs, newId }: Line): Promise<CallResult> {
  const requestId = newId();
  const report = inventory.expect(requestId, leftMs());
  const result = await call('GetBaseReport', { requestId, reportBase: 'FullInventory' });
  if (result.reply?.status !== 'Accepted') return result.reply ? NOT_SUPPORTED : result;
  const configurationKey = await report;
  return configurationKey ? { reply: { configurationKey } } : { failure: 'timeout' };
}

export function createTranslation(
  { clock, db, randomness }: Context,
  { chargePointId, inventory }: { chargePointId: string; inventory: Inventory },
) {
  async function evses() {
    const all = await readConnectors(db, chargePointId);
    return all.map((one) => ({ connectorId: one.connectorId, evse: evseOf(one) }));
  }

  async function stationTransactionId(transactionId: unknown): Promise<string | undefined> {
    if (typeof transactionId === 'string') return transactionId;
    const isThis = eq(transactions.id, integerOf(transactionId) ?? 0);
    const [row] = await db
      .select({ id: transactions.stationTransactionId })
      .from(transactions)
      .where(and(isThis, eq(transactions.chargePointId, chargePointId)));
    return row?.id ?? undefined;
  }

  return (call: Call): Call =>
    async (command, params, timeoutMs) => {
      if (UNCHANGED.has(command)) return call(command, params, timeoutMs);
      const translate = COMMANDS[command];
      if (!translate) return NOT_SUPPORTED;
      const deadline = clock.elapsed() + timeoutMs;
      const leftMs = () => Math.max(0, Math.floor(deadline - clock.elapsed()));
      return translate(params, {
        call: (method, translated) => call(method, defined(translated), leftMs()),
        stationTransactionId,
        evses,
        evseOf: async (connectorId) => (await evses()).find((one) => one.connectorId === connectorId)?.evse,
        leftMs,
        newId: () => Math.floor(randomness.fraction() * 2 ** 31),
        inventory,
      });
    };
}
