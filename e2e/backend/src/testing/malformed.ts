/** Malformed requests, upgrades and frames for the fuzz test. */
import { calls } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { paybackCalls } from '@shared/contract/payback';
import { chargePayment, refundCharge } from '@shared/contract/refund';
import { releaseCalls } from '@shared/contract/releases';
import { tagCalls } from '@shared/contract/tags';
import { waitingCalls } from '@shared/contract/waiting-line';
import { NOTICE_ROUTES } from '../platform/limits/limits.ts';
import type { Random } from './random.ts';
import { rawFrame } from './raw-frame.ts';
import { upgradeText } from './raw-upgrade.ts';

const PATHS = [
  '/ocpp/%ff',
  '/ocpp/%',
  '/ocpp/%00',
  '/ocpp/',
  '/ocpp',
  '/ocpp/../x',
  '/ocpp/a/b',
  '/ocpp/RDAM%20123',
  '/%ff',
  '/%',
  '/',
  '//',
  '*',
  'http://[',
  '/v1/ws/UserMessages',
  '/v1/ws/UserMessages?token=%ff&token=x',
  '/v1/ws/%55serMessages',
  '/v1/api/auth',
  '/v1/api/%ff',
  '/sandbox',
  '/healthz?%',
  '/__proto__',
  '/ocpp/?x',
] as const;
/** Paths of the API with values that can't be decoded. */
const CALL_PATHS = [
  ...Object.values({
    ...calls,
    ...paybackCalls,
    ...guestCalls,
    ...tagCalls,
    ...waitingCalls,
    ...releaseCalls,
    refundCharge,
    chargePayment,
  }).map(({ path }) => `/api${path}`),
  ...Object.values(NOTICE_ROUTES).map(({ path }) => `/notices${path}`),
].map((path) => `/v1${path.replaceAll(/{\w+}/g, '%ff')}`);
const PROTOCOLS = ['ocpp1.6', 'ocpp2.0.1', 'ocpp1.6,ocpp1.6', ',', 'ocpp1.6,', 'a b', '\u00ff', ''] as const;
const VALUES = [
  null,
  true,
  '',
  'x',
  '\u0000',
  '__proto__',
  'constructor',
  -1,
  0,
  1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[[[]]]],
  { a: { b: {} } },
  '9'.repeat(400),
  '2026-99-99T00:00:00Z',
  '2026-06-30T23:59:60Z',
  'NaN',
] as const;
const ACTIONS = [
  'BootNotification',
  'Heartbeat',
  'Authorize',
  'StatusNotification',
  'StartTransaction',
  'MeterValues',
  'StopTransaction',
  'DataTransfer',
  'FirmwareStatusNotification',
  'LogStatusNotification',
  'SecurityEventNotification',
  'SignCertificate',
  'Unknown',
  '__proto__',
  'constructor',
  '',
] as const;
const FIELDS = [
  'connectorId',
  'idTag',
  'meterStart',
  'meterStop',
  'timestamp',
  'transactionId',
  'status',
  'errorCode',
  'meterValue',
  'sampledValue',
  'value',
  'chargePointVendor',
  'chargePointModel',
  'vendorId',
  '__proto__',
] as const;

const path = (random: Random) => {
  if (random.chance(0.6)) return random.pick(PATHS);
  const junk = encodeJunk(random.bytes(random.int(80)));
  return random.chance(0.5) ? `/ocpp/${junk}` : `/${junk}`;
};
const encodeJunk = (bytes: string) => bytes.replace(/\s/g, '%');
const network = (random: Random) => `10.${random.int(256)}.${random.int(256)}.${random.int(256)}`;

/** Returns an upgrade request that is usually malformed. */
export function malformedUpgrade(random: Random): string {
  const request = upgradeText(path(random), {
    method: random.chance(0.9) ? 'GET' : random.pick(['POST', 'HEAD', 'OPTIONS', 'DELETE']),
    headers: {
      'X-Forwarded-For': random.chance(0.8)
        ? network(random)
        : random.pick(['x', ',', '::ffff:', '1'.repeat(500)]),
      ...(random.chance(0.3) && { 'Sec-WebSocket-Protocol': random.pick(PROTOCOLS) }),
      ...(random.chance(0.3) && { 'Sec-WebSocket-Key': random.bytes(random.int(30)).replace(/[\r\n]/g, '') }),
      ...(random.chance(0.2) && { 'Sec-WebSocket-Version': random.pick(['', '0', '8', '13, 13', '1e9']) }),
      ...(random.chance(0.1) && { Upgrade: random.pick(['h2c', 'WEBSOCKET', 'websocket, h2c', '']) }),
      ...(random.chance(0.2) && {
        Authorization: random.pick(['Basic', 'Basic ====', `Basic ${'A'.repeat(9000)}`]),
      }),
      ...(random.chance(0.1) && {
        'Sec-WebSocket-Extensions': random.pick(['permessage-deflate; x', ';', '"']),
      }),
    },
  });
  return random.chance(0.2) ? request.slice(0, random.int(request.length)) : request;
}

/** Returns an HTTP request with a malformed head or body. */
export function malformedRequest(random: Random): string {
  const body = random.chance(0.5) ? json(random) : random.bytes(random.int(200));
  const length = random.chance(0.8)
    ? String(Buffer.byteLength(body, 'latin1'))
    : random.pick(['-1', '1e9', '', '5, 6']);
  const headers = [
    'Host: localhost',
    'Connection: close',
    `X-Forwarded-For: ${network(random)}`,
    `Content-Type: ${random.pick(['application/json', 'text/plain', '', 'application/json; charset=x', '\u00ff'])}`,
    `Content-Length: ${length}`,
    ...(random.chance(0.1) ? ['Transfer-Encoding: chunked'] : []),
    ...(random.chance(0.2)
      ? [`Authorization: ${random.pick(['Bearer', 'Bearer \u00ff', 'x'.repeat(5000)])}`]
      : []),
    ...(random.chance(0.1) ? [encodeJunk(random.bytes(20))] : []),
  ];
  const target = random.chance(0.5)
    ? path(random)
    : `${CALL_PATHS[random.int(CALL_PATHS.length)]}?app_id=${random.pick(['1', 'x'])}`;
  const method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'get', '\u0000', 'CONNECT', 'TRACE']);
  const version = random.chance(0.9) ? 'HTTP/1.1' : random.pick(['HTTP/9.9', 'HTTP/1.0', '']);
  return `${method} ${target} ${version}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Returns the bytes of a websocket frame: malformed itself, or with a message that is neither OCPP
 * nor a live message.
 */
export function malformedFrame(random: Random): Buffer {
  const payload = random.chance(0.9) ? message(random) : random.bytes(random.int(100));
  if (random.chance(0.85)) return rawFrame(payload);
  return rawFrame(payload, {
    first: random.pick([0x81, 0x01, 0x80, 0x82, 0x83, 0x88, 0x89, 0x8a, 0xc1, 0xf1, 0x09]),
    masked: random.chance(0.7),
    ...(random.chance(0.3) && { length: random.pick([0, 5, 126, 70_000, 2 ** 40]) }),
  });
}

function message(random: Random): string {
  if (random.chance(0.05)) return '['.repeat(random.int(20_000));
  if (random.chance(0.1)) return json(random);
  // Only a few ids, so that some messages are repeated.
  const id = random.chance(0.8) ? String(random.int(5)) : value(random);
  const type = random.chance(0.8) ? random.pick([2, 2, 2, 3, 4]) : value(random);
  const rest =
    type === 2 ? [random.pick(ACTIONS), payload(random)] : [value(random), value(random), payload(random)];
  return JSON.stringify(random.chance(0.95) ? [type, id, ...rest] : { type, id, rest });
}

function payload(random: Random): unknown {
  if (random.chance(0.2)) return value(random);
  const timestamp = new Date(random.int(2 ** 31) * 1000).toISOString();
  const valid = { connectorId: 1, idTag: 'X', meterStart: 0, meterStop: 1, transactionId: 1, timestamp };
  const boot = { chargePointVendor: 'V', chargePointModel: 'M' };
  const status = { connectorId: random.int(4), status: 'Available', errorCode: 'NoError' };
  const meter = {
    connectorId: 1,
    meterValue: [{ timestamp, sampledValue: [{ value: String(value(random)) }] }],
  };
  const base = random.pick<object>([valid, boot, status, meter, { idTag: 'X' }, {}]);
  return random.chance(0.5) ? base : { ...base, [random.pick(FIELDS)]: value(random) };
}

const value = (random: Random): unknown => random.pick<unknown>(VALUES);
const json = (random: Random) =>
  random.pick([
    JSON.stringify({ [random.pick(FIELDS)]: value(random), email: value(random), password: value(random) }),
    JSON.stringify(value(random)),
    '{"__proto__":{"x":1}}',
    '{"type":"heartbeat"}',
    '{"type":',
    '1e999',
  ]);
