/**
 * Sets each field of each frame to malformed values in turn: nothing throws, and unreadable parts
 * are reported once.
 */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient, queries } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import { calls, type LiveEvent, readLeniently } from '@shared/contract';
import { parseLiveFrame } from '@shared/contract/live';
import { toastsAtom } from '@shared/state';
import { FRAMES, malformedPlaces, RESPONSES } from '@shared/testing';
import { createStore } from 'jotai';
import { FakeSocket, startFakeBus } from './fake-socket.testing.ts';

let cache: QueryClient;
let store: ReturnType<typeof createStore>;
let stop: () => void;
let errors: ReturnType<typeof rs.spyOn>;
const connectors = queries.connectorStatus('1', '1').queryKey;
const sites = queries.siteConnectors('1').queryKey;

beforeEach(() => {
  rs.useFakeTimers();
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', () => new Promise(() => {}));
  errors = rs.spyOn(console, 'error').mockImplementation(() => {});
  store = createStore();
  cache = createQueryClient();
  const [connector] = readLeniently(calls.connectorStatus.response, RESPONSES.connectorStatus).data ?? [];
  if (connector) applyEvent({ type: 'UpdateConnectorStatusIntegrationEvent', connector }, cache);
  cache.setQueryData(sites, readLeniently(calls.siteConnectors.response, RESPONSES.siteConnectors).data);
  stop = startFakeBus({ store, cache });
});
afterEach(() => {
  stop();
  cache.clear();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

const read = (frame: unknown) => parseLiveFrame(JSON.stringify(frame)) ?? 'unreadable';

for (const type of Object.keys(FRAMES) as LiveEvent['type'][])
  for (const { place, responses } of malformedPlaces(FRAMES[type], read))
    test(`keeps working when ${place} of the ${type} frame is unreadable`, () => {
      for (const frame of responses) FakeSocket.last.say(JSON.stringify(frame) ?? '');
      const reported = errors.mock.calls.map(([, error]) => String(error));
      expect(reported.filter((error) => !error.startsWith('Error: unreadable at '))).toEqual([]);
      expect(cache.getQueryData(connectors)?.length).toBe(1);
      expect(cache.getQueryData(sites)?.length).toBe(2);
      for (const { title } of store.get(toastsAtom)) expect(title).not.toBe('');
    });

test('reports each place of a frame once', () => {
  const connector = { ...FRAMES.UpdateConnectorStatusIntegrationEvent.connector, soC: 'half' };
  for (let times = 0; times < 3; times++)
    FakeSocket.last.say({ type: 'UpdateConnectorStatusIntegrationEvent', connector });
  expect(errors.mock.calls.map(([where, error]) => `${where} ${error}`)).toEqual([
    '[live UpdateConnectorStatusIntegrationEvent] Error: unreadable at connector.soC',
  ]);
  expect(cache.getQueryData(connectors)?.[0]).toMatchObject({ chargePointId: '1', soC: undefined });
});
