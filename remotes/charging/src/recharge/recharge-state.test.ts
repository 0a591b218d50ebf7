import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient, queries, stamp } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import { CONNECTOR_STATUSES, LiveConnector, type LiveEvent, Transaction } from '@shared/contract';
import fc from 'fast-check';
import { viewOf } from './phases.ts';
import { type RechargeState, rechargeOf } from './recharge-state.ts';

const transaction = (id: string, more: object = {}) =>
  Transaction.parse({
    transactionId: id,
    chargePointId: 'cp',
    connectorId: '1',
    startTime: `2026-01-01T10:0${id}:00Z`,
    ...more,
  });
/** Changes the query cache. */
type RechargeEvent = (cache: QueryClient) => void;
const live =
  (event: LiveEvent): RechargeEvent =>
  (cache) =>
    applyEvent(event, cache);
const reported = (more: object) =>
  live({
    type: 'UpdateConnectorStatusIntegrationEvent',
    connector: LiveConnector.parse({ chargePointId: 'cp', connectorId: '1', isConnected: true, ...more }),
  });
const started = (charge: Transaction) =>
  live({ type: 'StartTransactionIntegrationEvent', transaction: charge });
const stopped = (charge: Transaction) =>
  live({ type: 'StopTransactionIntegrationEvent', transaction: charge });
const startFailed = (errorCode: string) =>
  live({
    type: 'ErrorStartTransactionIntegrationEvent',
    chargePointId: 'cp',
    connectorId: '1',
    errorCode,
  });
const startError = queries.startError('cp', '1').queryKey;
const errorDismissed: RechargeEvent = (cache) => cache.setQueryData(startError, null);

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

/** Returns a function that applies events to one cache and returns the state after them. */
function openScreen({ since, openedAt = () => 0 }: { since?: number; openedAt?: () => number } = {}) {
  const cache = createQueryClient();
  return (...events: RechargeEvent[]): RechargeState => {
    for (const event of events) event(cache);
    return rechargeOf({
      known: cache.getQueryData(queries.connectorStatus('cp', '1').queryKey)?.[0],
      startError: cache.getQueryData(startError) ?? null,
      openedAt: openedAt(),
      since,
    });
  };
}
const after = (...events: RechargeEvent[]) => openScreen()(...events);

const anyTransaction = fc
  .constantFrom('1', '2')
  .chain((id) =>
    fc.record({ meterTotal: fc.option(fc.nat(50), { nil: undefined }) }).map((more) => transaction(id, more)),
  );
const anyEvent: fc.Arbitrary<RechargeEvent> = fc.oneof(
  fc
    .record({
      status: fc.constantFrom(...CONNECTOR_STATUSES, undefined, 'Reserved'),
      isConnected: fc.boolean(),
      meterKWH: fc.option(fc.nat(50), { nil: undefined }),
      chargeRateKW: fc.option(fc.nat(50), { nil: undefined }),
      soC: fc.option(fc.nat(100), { nil: undefined }),
      transaction: fc.option(anyTransaction, { nil: undefined }),
    })
    .map((more) => reported(more)),
  anyTransaction.map(started),
  anyTransaction.map(stopped),
  fc.constant(startFailed('Invalid')),
  fc.constant(errorDismissed),
);
const anyEvents = fc.array(anyEvent, { maxLength: 30 });
const anyWait = fc.constantFrom('none' as const, 'running' as const, 'over' as const);

test('offers stop only during a charge and cancel only before energy flows, for any sequence of events', () => {
  fc.assert(
    fc.property(anyEvents, anyWait, (events, wait) => {
      const state = after(...events);
      const { action, phase } = viewOf(state, wait);
      const status = state.connector?.status;
      if (action === 'stop') {
        expect(phase).toBe('charging');
        expect(state.transaction).toBeDefined();
        expect(['Available', 'Preparing', 'Finishing']).not.toContain(status);
      }
      if (action === 'cancel') {
        expect(['charging', 'waiting']).toContain(phase);
        expect(['Available', 'Preparing', undefined]).toContain(status);
      }
      if (state.over || status === 'Finishing') expect(action).toBeUndefined();
    }),
  );
});

test('never leaves the final state after a stop', () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, anyWait, (eventsBefore, eventsAfter, wait) => {
      const apply = openScreen();
      const endState = apply(...eventsBefore, started(transaction('3')), stopped(transaction('3')));
      const lastState = apply(...eventsAfter);
      // The status of a connector isn't shown after the end.
      const shown = ({ connector, lastReportAt, ...rest }: RechargeState) => rest;
      expect(shown(lastState)).toEqual(shown(endState));
      expect(viewOf(lastState, wait)).toMatchObject({ phase: 'over', message: 'Recarga finalizada' });
    }),
  );
});

test('never decreases the energy on late meter values', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const apply = openScreen();
      let state = apply();
      for (const event of events) {
        const next = apply(event);
        const isSameCharge = next.transaction?.transactionId === state.transaction?.transactionId;
        if (isSameCharge && state.figures.kwh !== undefined && !next.over) {
          expect(next.figures.kwh).toBeGreaterThanOrEqual(state.figures.kwh);
        }
        state = next;
      }
    }),
  );
});

test('never replaces the charge on screen with an earlier one', () => {
  const state = after(started(transaction('2')), started(transaction('1')), stopped(transaction('1')));
  expect(state.transaction?.transactionId).toBe('2');
  expect(state.over).toBe(false);
});

test('ends the charge on a stop received before its start, but not on a stop from before the wait', () => {
  const since = Date.parse('2026-01-01T10:05:00Z');
  const afterStop = (id: string) => openScreen({ since })(stopped(transaction(id)));
  expect(afterStop('5').over).toBe(true);
  expect(afterStop('1').over).toBe(false);
});

test('shows a start error only without a charge and clears it when a charge begins', () => {
  const failed = startFailed('Blocked');
  const begun = started(transaction('1'));
  expect(after(failed).startError).toBe('Blocked');
  expect(after(failed, begun).startError).toBeUndefined();
  expect(after(begun, failed).startError).toBeUndefined();
});

test('shows the figures that were sent and drops the power during a pause', () => {
  const charging = reported({
    status: 'Charging',
    chargeRateKW: 7,
    soC: 40,
    transaction: transaction('1', { meterTotal: 3 }),
  });
  expect(after(charging).figures).toEqual({ kwh: 3, kw: 7, soc: 40 });
  const paused = reported({ status: 'SuspendedEVSE', transaction: transaction('1', { meterTotal: 3 }) });
  expect(after(charging, paused).figures).toEqual({ kwh: 3, kw: undefined, soc: 40 });
});

test('leaves the energy undefined when the charge point sends no meter values', () => {
  expect(after(reported({ status: 'Charging', transaction: transaction('1') })).figures.kwh).toBeUndefined();
});

test('keeps fields that a later report omits', () => {
  const state = after(
    started(transaction('1', { uv: { uvName: 'Meu carro' } })),
    stopped(transaction('1', { stopTime: '2026-01-01T11:00:00Z' })),
  );
  expect(state.transaction).toMatchObject({ uv: { uvName: 'Meu carro' }, stopTime: '2026-01-01T11:00:00Z' });
});

test('ignores a charge that ended, or disappeared, before the screen opened', () => {
  const opened = (events: RechargeEvent[]) => openScreen({ openedAt: stamp })(...events);
  const begun = reported({ status: 'Charging', transaction: transaction('1') });
  expect(opened([begun]).transaction?.transactionId).toBe('1');
  const gone = reported({ status: 'Available' });
  for (const events of [
    [begun, stopped(transaction('1')), gone],
    [begun, gone],
  ])
    expect(opened(events)).toMatchObject({ transaction: undefined, over: false, figures: {} });
});

test('keeps a charge that the connector no longer reports, and marks it as possibly over', () => {
  const begun = reported({ status: 'Charging', transaction: transaction('1', { meterTotal: 3 }) });
  expect(after(begun).mayBeOver).toBe(false);
  expect(after(begun, reported({ status: 'Preparing' }))).toMatchObject({
    transaction: { transactionId: '1' },
    figures: { kwh: 3 },
    over: false,
    mayBeOver: true,
  });
});
