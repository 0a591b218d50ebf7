import { expect, rs, test } from '@rstest/core';
import { failure, renderScreen } from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from '../remote.ts';
import { inVirtualTime, pass, tableShown } from '../virtual-time.ts';

const POLL_MS = 30_000;
/** Of a day; the journey about steadiness watches a week in a browser. */
const POLLS = 2_880;
const EVERY = 100;
const HOUR = 3_600_000;

inVirtualTime();

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

/** A board whose server fails one poll of every hundred, and takes its time for another. */
async function board() {
  const server = { busy: 0, mostBusy: 0, failures: 0 };
  const view = renderScreen(remote, {
    at: '/marca/viewers/fleet/charger-status/7',
    answers: {
      'GET /viewer/SiteConnectorsStatus/7': async (_: URL, times: number) => {
        server.mostBusy = Math.max(server.mostBusy, ++server.busy);
        if (times % EVERY === 60) await new Promise((resolve) => setTimeout(resolve, 20_000));
        server.busy--;
        if (times % EVERY !== 30) return boardAt(times);
        server.failures++;
        return failure(500)();
      },
    },
  });
  await tableShown();
  return { ...view, server };
}

/** How many timers wait, and how much more listens to the page since it was asked first. */
function countWaiting() {
  const added = rs.spyOn(document, 'addEventListener');
  const removed = rs.spyOn(document, 'removeEventListener');
  return () => {
    const { length } = added.mock.calls;
    return rs.getTimerCount() + length - removed.mock.calls.length;
  };
}

test('a day of polls, failures, slow answers and a sleep: never blank, and nothing is left behind', async () => {
  const waiting = countWaiting();
  const { container, asked, server } = await board();
  const rows = screen.getAllByRole('row');
  const nodes = container.querySelectorAll('*').length;
  await pass(POLL_MS);
  const atFirst = waiting();
  let old = 0;
  for (let poll = 2; asked.length < POLLS; poll++) {
    await pass(POLL_MS);
    if (poll === POLLS / 2) await sleep(8 * HOUR, asked);
    if (!rows.every((row) => row.isConnected)) throw new Error(`poll ${poll} blanked the board`);
    if (container.textContent.includes('Atualizado há ')) old++;
  }
  expect(server.failures).toBeGreaterThanOrEqual(POLLS / EVERY - 1);
  expect(old).toBe(server.failures);
  expect(server.mostBusy).toBe(1);
  expect(container.querySelectorAll('*')).toHaveLength(nodes);
  expect(waiting()).toBe(atFirst);
}, 60_000);

/** The machine's clock has gone on, its timers have not; the board notices, says so and polls within moments. */
async function sleep(ms: number, asked: readonly string[]) {
  const before = asked.length;
  rs.setSystemTime(Date.now() + ms);
  await pass(10_000);
  expect(asked.length).toBeGreaterThan(before);
}
