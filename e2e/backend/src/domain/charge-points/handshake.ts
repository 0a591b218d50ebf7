/** Reads the websocket handshake of a charge point (OCPP-J 1.6 §3.1, OCPP-J 2.0.1 §3.1). */
import type { IncomingMessage } from 'node:http';

/** The versions of OCPP by subprotocol, the preferred one first. */
const SUBPROTOCOLS = ['ocpp2.0.1', 'ocpp1.6'] as const;
export type Subprotocol = (typeof SUBPROTOCOLS)[number];

/** The slash is doubled if a charge point's server URL is configured with a trailing one. */
const PATH = /^\/ocpp\/+([^/]+)$/;
/**
 * 1 to 48 printable characters (the limit of OCPP 2.0.1), without leading or trailing spaces.
 * Control and invisible characters are refused because they could disguise an identity.
 */
const IDENTITY = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,48}(?<!\s)$/u;
/** URL parsers drop these path segments, so API paths couldn't address the charge point. */
const DOTS = /^\.\.?$/;

/** Returns whether a charge point may have this identity. */
export const isIdentity = (text: string) => IDENTITY.test(text) && !DOTS.test(text);

const KEY = /^[+/0-9A-Za-z]{22}==$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const BASIC = /^ *basic +([\w+/.~-]+=*) *$/i;
/** Longest Authorization header to decode; several times the length of identity and secret. */
const MAX_AUTHORIZATION_LENGTH = 512;

type Handshake =
  | {
      identity: string;
      password: Buffer | undefined;
      /** Those of the offered ones that the server has, the preferred one first. At least one. */
      subprotocols: Subprotocol[];
    }
  | { malformed: 'identity' | 'key' | 'version' | 'subprotocol' };

export function readHandshake({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Handshake {
  const [path = ''] = url.split('?', 1);
  const identity = decode(PATH.exec(path)?.[1] ?? '');
  if (!isIdentity(identity)) return { malformed: 'identity' };
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) return { malformed: 'key' };
  if (headers['sec-websocket-version'] !== '13') return { malformed: 'version' };
  const subprotocols = readSubprotocols(headers['sec-websocket-protocol']);
  if (subprotocols.length === 0) return { malformed: 'subprotocol' };
  return { identity, password: readPassword(headers.authorization ?? '', identity), subprotocols };
}

/** Returns an empty string if the percent-encoding is malformed. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function readSubprotocols(header = ''): Subprotocol[] {
  const offered = header.split(',').map((token) => token.trim());
  if (!offered.every((token) => TOKEN.test(token))) return [];
  return SUBPROTOCOLS.filter((subprotocol) => offered.includes(subprotocol));
}

/** Returns the bytes after `identity:`, which may be binary, unlike in RFC 7617. */
function readPassword(authorization: string, identity: string): Buffer | undefined {
  if (authorization.length > MAX_AUTHORIZATION_LENGTH) return undefined;
  const credentials = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64');
  const user = Buffer.from(`${identity}:`);
  return credentials.subarray(0, user.length).equals(user) ? credentials.subarray(user.length) : undefined;
}
