/** Which providers let a brand's drivers charge without an account. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { brands } from '../../platform/database/schema.ts';
import { migratedImage } from '../../testing/fresh-database.ts';
import { callApi, startTestBackend } from '../../testing/test-backend.ts';
import type { ProviderContext } from '../money/payment/call-provider.ts';
import { createIuguPix } from '../money/payment/iugu/pix.ts';

const folder = mkdtempSync(join(tmpdir(), 'guest-pix-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = { brandName: PRODUCT.slug };

test("a server doesn't start if a brand's Pix can't give back a part of a payment, and reports what to do", async () => {
  const dataDir = join(folder, 'data');
  const withoutPix = await startTestBackend({ dataDir, image: await migratedImage() });
  await withoutPix.context.db.update(brands).set({ guestCharge: true });
  await withoutPix.close();
  const createPorts = (context: ProviderContext) => {
    const settings = { url: 'http://127.0.0.1:1/v1', accountId: 'sandbox', apiToken: 'sandbox' };
    const ports = { pix: createIuguPix(settings, context) };
    return { of: () => ports, all: [ports] };
  };
  const started = startTestBackend({ dataDir, payments: { brands: [PRODUCT.slug], createPorts } });
  await expect(started).rejects.toThrow(
    /The Pix of the brand 'faisca' can't give back a part of a payment.*use a bank with API Pix.*or remove 'guestCharge'/,
  );
});

test('offers nothing and sells nothing without a setting of the brand, or without a Pix', async () => {
  const backend = await startTestBackend();
  const body = { ChargePointID: '12345-1', Amount: 20, Secret: 'a'.repeat(43) };
  const offered = async () => (await callApi(backend, calls.brand, { path })).response?.guestCharge;
  const order = () => callApi(backend, guestCalls.createGuestCharge, { body });
  expect([await offered(), await order()]).toEqual([false, { status: 404, code: 'GUEST_CHARGE_NOT_FOUND' }]);
  await backend.context.db.update(brands).set({ guestCharge: true });
  expect([await offered(), await order()]).toEqual([false, { status: 409, code: 'PAYMENT_UNAVAILABLE' }]);
  await backend.close();
});
