/**
 * Configuration keys as variables of components (OCPP 2.0.1 part 2, appendix). A key without a name of
 * OCPP 1.6 is `Component.Variable`, with instances in brackets and the EVSE behind an @:
 * `Component[instance]@1/2.Variable[instance]`.
 */
import { fieldsOf, textOf } from '../fields.ts';
import { readEvse } from './evses.ts';

const NAMES = new Map([
  ['AuthorizationKey', 'SecurityCtrlr.BasicAuthPassword'],
  ['AuthorizeRemoteTxRequests', 'AuthCtrlr.AuthorizeRemoteStart'],
  ['ClockAlignedDataInterval', 'AlignedDataCtrlr.Interval'],
  ['ConnectionTimeOut', 'TxCtrlr.EVConnectionTimeOut'],
  ['HeartbeatInterval', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['LocalAuthListEnabled', 'LocalAuthListCtrlr.Enabled'],
  ['LocalAuthorizeOffline', 'AuthCtrlr.LocalAuthorizeOffline'],
  ['LocalPreAuthorize', 'AuthCtrlr.LocalPreAuthorize'],
  ['MeterValueSampleInterval', 'SampledDataCtrlr.TxUpdatedInterval'],
  ['MeterValuesSampledData', 'SampledDataCtrlr.TxUpdatedMeasurands'],
  ['SecurityProfile', 'SecurityCtrlr.SecurityProfile'],
  ['StopTransactionOnEVSideDisconnect', 'TxCtrlr.StopTxOnEVSideDisconnect'],
  ['StopTransactionOnInvalidId', 'TxCtrlr.StopTxOnInvalidId'],
  ['WebSocketPingInterval', 'OCPPCommCtrlr.WebSocketPingInterval'],
]);
const BY_LOWER_CASE = new Map([...NAMES].map(([key, variable]) => [key.toLowerCase(), variable]));
const KEYS = new Map([...NAMES].map(([key, variable]) => [variable, key]));

/** Only by their names of OCPP 1.6, by which the server checks and stores what it sends. */
const CHECKED = new Set(['securityctrlr.basicauthpassword', 'securityctrlr.securityprofile']);

const PATH = /^([^.[\]@]{1,50})(?:\[([^\]]*)\])?(?:@(\d+)(?:\/(\d+))?)?\.([^.[\]]{1,50})(?:\[([^\]]*)\])?$/;

/** Returns the component and variable of a key, or undefined if OCPP 2.0.1 has none. */
export function variableOf(key: string) {
  const named = BY_LOWER_CASE.get(key.toLowerCase());
  const path = named ?? key;
  const [, component, instance, evseId, connectorId, variable, variableInstance] = PATH.exec(path) ?? [];
  if (component === undefined || variable === undefined) return undefined;
  if (!named && CHECKED.has(`${component}.${variable}`.toLowerCase())) return undefined;
  const evse = evseId && {
    id: Number(evseId),
    ...(connectorId !== undefined && { connectorId: Number(connectorId) }),
  };
  return {
    component: { name: component, ...(instance !== undefined && { instance }), ...(evse && { evse }) },
    variable: { name: variable, ...(variableInstance !== undefined && { instance: variableInstance }) },
  };
}

/** Returns the key of a component's variable, as OCPP 1.6 names it if it does. */
export function keyOf(component: unknown, variable: unknown): string {
  const { evse } = fieldsOf(component);
  const place = readEvse(evse);
  const connector = place?.connectorId === undefined ? '' : `/${place.connectorId}`;
  const at = place ? `@${place.id}${connector}` : '';
  const path = `${nameOf(component)}${at}.${nameOf(variable)}`;
  return KEYS.get(path) ?? path;
}

function nameOf(value: unknown): string {
  const { name, instance } = fieldsOf(value);
  const text = textOf(instance);
  return `${textOf(name) ?? ''}${text === undefined ? '' : `[${text}]`}`;
}
