/**
 * A push service for tests: checks each request as RFC 8030 and RFC 8292 require, and decrypts it
 * as a device does (RFC 8291), with its own keys and without using the sender's code.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type PushMessage, parsePushMessage } from '@shared/contract/push-message';

interface ReceivedPush {
  /** Path of the endpoint. */
  path: string;
  message: PushMessage;
  ttl: number;
  urgency: string | undefined;
  /** Verified claims of the VAPID token, and its key. */
  vapid: { aud: string; exp: number; sub: string; key: string };
}

export async function startPushService() {
  const devices = new Map<string, ReturnType<typeof createDevice>>();
  const received: ReceivedPush[] = [];
  const problems: unknown[] = [];
  const statuses = new Map<string, number[]>();
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      problems.push(error);
      response.writeHead(400).end();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '';
    const body = await buffer(request);
    const status = statuses.get(path)?.shift() ?? 201;
    const device = devices.get(path);
    if (!device) throw new Error(`no device at ${path}`);
    if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm')
      throw new Error('not a push message');
    const message = parsePushMessage(device.decrypt(body));
    if (!message) throw new Error('the payload is no message');
    const ttl = Number(request.headers.ttl);
    const urgency = request.headers.urgency?.toString();
    const push = { path, message, ttl, urgency, vapid: readVapid(request.headers.authorization) };
    if (status < 300) received.push(push);
    response.writeHead(status).end();
    attempts.set(path, (attempts.get(path) ?? 0) + 1);
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    received,
    /** Requests that broke a rule. */
    problems,
    /** Returns the body of a subscription of a new device. */
    subscribe() {
      const device = createDevice();
      const path = `/push/${randomBytes(12).toString('hex')}`;
      devices.set(path, device);
      return { endpoint: `${origin}${path}`, keys: device.keys };
    },
    /** Sets the statuses of the next responses to a subscription; 201 after them. */
    respond: (endpoint: string, ...next: number[]) => void statuses.set(new URL(endpoint).pathname, next),
    /** Returns the number of requests, accepted or not. */
    attemptsAt: (endpoint: string) => attempts.get(new URL(endpoint).pathname) ?? 0,
    messagesTo: (endpoint: string) =>
      received.filter(({ path }) => endpoint.endsWith(path)).map(({ message }) => message),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

const SALT = 16;
const TAG = 16;

/** Key pair and secret of a device. */
export function createDevice() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const secret = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: secret.toString('base64url') },
    /**
     * Decrypts a body of one record: salt, record size, key length, key, ciphertext (RFC 8188
     * §2.1).
     */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, SALT);
      const keyLength = body.readUInt8(SALT + 4);
      const sender = body.subarray(SALT + 5, SALT + 5 + keyLength);
      const record = body.subarray(SALT + 5 + keyLength);
      const shared = ecdh.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const input = Buffer.from(hkdfSync('sha256', shared, secret, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(record.subarray(-TAG));
      const plaintext = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
      // The delimiter of the last record, then padding.
      return plaintext.subarray(0, plaintext.lastIndexOf(2)).toString();
    },
  };
}

/** @throws if the token isn't signed with the key that is sent with it */
function readVapid(authorization = ''): ReceivedPush['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('the VAPID token is not valid');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}
