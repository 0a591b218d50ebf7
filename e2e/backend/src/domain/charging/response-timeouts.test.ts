import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { COMMAND_TIMEOUT_MS, commandChargePoint } from '@shared/contract/operator';
import { START_TIMEOUT_MS, STOP_TIMEOUT_MS, UNLOCK_TIMEOUT_MS } from './response-timeouts.ts';

/** For the network, the database and the hop to another instance. */
const ALLOWANCE_MS = 2000;

test('gives charge points less time to respond than the caller waits', () => {
  for (const [timeoutMs, call] of [
    [START_TIMEOUT_MS, calls.startCharge],
    [START_TIMEOUT_MS, calls.valetStart],
    [STOP_TIMEOUT_MS, calls.stopCharge],
    [UNLOCK_TIMEOUT_MS, calls.unlockCable],
    [COMMAND_TIMEOUT_MS, commandChargePoint],
  ] as const)
    expect(timeoutMs + ALLOWANCE_MS, call.path).toBeLessThanOrEqual(call.timeout);
});
