import { expect, rs, test } from '@rstest/core';
import { failure, renderScreen } from '@shared/testing';
import { screen } from '@testing-library/react';
import { advanceTime, installFakeTime, waitForTable } from '../fake-time.testing.ts';
import remote from '../remote.ts';

const POLL_MS = 30_000;
const SLOW_MS = 20_000;
/** Number of polls in 70 minutes. An end-to-end journey leaves a board open for half a day. */
const POLLS = 140;
const POLLS_PER_FAULT = 100;
const HOUR_MS = 3_600_000;

installFakeTime();

const boardAt = (poll: number) => ({
  csName: 'Garagem Norte',
  connectors: [1, 2, 3].map((index) => ({
    cpCode: 20_000 + index,
    connectorId: 1,
    name: `Carregador ${index}`,
    cpStatus: 'Online',
    connectorStatus: 'Charging',
    meterKWH: index === 2 ? poll / 10 : 12.3,
  })),
});

/** Opens a board with a server that fails one poll in a hundred and delays another by 20 s. */
async function openBoard() {
  const server = { inFlight: 0, maxInFlight: 0, failures: 0 };
  const view = renderScreen(remote, {
    at: '/marca/viewers/fleet/charger-status/7',
    responses: {
      'GET /viewer/SiteConnectorsStatus/7': async (_: URL, times: number) => {
        server.maxInFlight = Math.max(server.maxInFlight, ++server.inFlight);
        if (times % POLLS_PER_FAULT === 60) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        server.inFlight--;
        if (times % POLLS_PER_FAULT !== 30) return boardAt(times);
        server.failures++;
        return failure(500)();
      },
    },
  });
  await waitForTable();
  return { ...view, server };
}

/** Returns a function that counts pending timers and document listeners added since this call. */
function watchPending() {
  const added = rs.spyOn(document, 'addEventListener');
  const removed = rs.spyOn(document, 'removeEventListener');
  return () => {
    const { length } = added.mock.calls;
    return rs.getTimerCount() + length - removed.mock.calls.length;
  };
}

test('never goes blank and leaks nothing during an hour of polls, failures, slow responses and a long sleep', async () => {
  const countPending = watchPending();
  const { container, requests, server } = await openBoard();
  const rows = screen.getAllByRole('row');
  const nodeCount = container.querySelectorAll('*').length;
  await advanceTime(POLL_MS);
  const pendingAtFirst = countPending();
  let stalePolls = 0;
  for (let poll = 2; requests.length < POLLS; poll++) {
    if (poll > 2 * POLLS) throw new Error(`only ${requests.length} polls in ${poll} steps`);
    // A longer step would reach the request's time limit before the slow response is read.
    await advanceTime(server.inFlight > 0 ? SLOW_MS : POLL_MS);
    if (poll === POLLS / 2) await sleep(8 * HOUR_MS, requests);
    if (!rows.every((row) => row.isConnected)) throw new Error(`poll ${poll} blanked the board`);
    if (container.textContent.includes('Atualizado há ')) stalePolls++;
  }
  expect(server.failures).toBeGreaterThanOrEqual(POLLS / POLLS_PER_FAULT);
  expect(stalePolls).toBe(server.failures);
  expect(server.maxInFlight).toBe(1);
  expect(container.querySelectorAll('*')).toHaveLength(nodeCount);
  expect(countPending()).toBe(pendingAtFirst);
});

/** Simulates a sleep: the clock jumps ahead without timers, then the board polls within 10 s. */
async function sleep(ms: number, requests: readonly string[]) {
  const requestsBefore = requests.length;
  rs.setSystemTime(Date.now() + ms);
  await advanceTime(10_000);
  expect(requests.length).toBeGreaterThan(requestsBefore);
}
