import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { COMMAND_ANSWER_MS, commandChargePoint } from '@shared/contract/operator';
import { START_ANSWER_MS, STOP_ANSWER_MS, UNLOCK_ANSWER_MS } from './deadlines.ts';

/** For the network, the database and the way to another instance. */
const ALLOWANCE_MS = 2000;

test('waits for charge points for a shorter time than the caller waits for the response', () => {
  for (const [answerMs, call] of [
    [START_ANSWER_MS, calls.startCharge],
    [START_ANSWER_MS, calls.valetStart],
    [STOP_ANSWER_MS, calls.stopCharge],
    [UNLOCK_ANSWER_MS, calls.unlockCable],
    [COMMAND_ANSWER_MS, commandChargePoint],
  ] as const)
    expect(answerMs + ALLOWANCE_MS, call.path).toBeLessThanOrEqual(call.timeout);
});
