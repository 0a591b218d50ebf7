import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import Fastify from 'fastify';
import { createClientAddress } from './client-address.ts';

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom('127.0.0.1', '10.1.2.3', '::1', '::ffff:10.0.0.1', 'unknown', '', '1.2.3.4:80'),
);

test.each([undefined, 'loopback', 'loopback, 10.0.0.0/8'])(
  'reads the same address as Fastify when it trusts %s',
  async (trustedProxies) => {
    const app = Fastify(trustedProxies ? { trustProxy: trustedProxies } : {});
    const read = createClientAddress(trustedProxies);
    app.get('/', async (request) => ({ fastify: request.ip, parsed: read(request.raw) }));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom('127.0.0.1', '10.9.9.9'), fc.ipV4()),
        fc.option(fc.array(address, { maxLength: 4 })),
        async (remoteAddress, forwarded) => {
          const headers = forwarded ? { 'x-forwarded-for': forwarded.join(', ') } : {};
          const { fastify, parsed } = (await app.inject({ url: '/', remoteAddress, headers })).json();
          expect(parsed).toBe(fastify);
        },
      ),
      { numRuns: 200 },
    );
    await app.close();
  },
);
