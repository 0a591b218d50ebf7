import { expect, test } from '@rstest/core';
import { CONNECTOR_STATUSES, LiveConnector, Transaction } from '@shared/contract';
import fc from 'fast-check';
import { viewOf } from './phases.ts';
import { INITIAL_STATE, type RechargeEvent, type RechargeState, rechargeReducer } from './recharge-state.ts';

const transaction = (id: string, more: object = {}) =>
  Transaction.parse({
    transactionId: id,
    chargePointId: 'cp',
    connectorId: '1',
    startTime: `2026-01-01T10:0${id}:00Z`,
    ...more,
  });
const seen = (more: object, at = 1): RechargeEvent => ({
  type: 'seen',
  connector: LiveConnector.parse({ chargePointId: 'cp', connectorId: '1', isConnected: true, ...more }),
  at,
});
const after = (...events: RechargeEvent[]) => events.reduce(rechargeReducer, INITIAL_STATE);

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
    .map((more) => seen(more)),
  anyTransaction.map((t): RechargeEvent => ({ type: 'started', transaction: t, at: 1 })),
  anyTransaction.map((t): RechargeEvent => ({ type: 'stopped', transaction: t })),
  fc.constant<RechargeEvent>({ type: 'startFailed', errorCode: 'Invalid' }),
  fc.constant<RechargeEvent>({ type: 'errorRead' }),
);
const anyEvents = fc.array(anyEvent, { maxLength: 30 });
const anyWait = fc.constantFrom('none' as const, 'running' as const, 'over' as const);

test('offers no wrong action for any sequence of events', () => {
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
    fc.property(anyEvents, anyEvents, anyWait, (before, later, wait) => {
      const running = rechargeReducer(after(...before), {
        type: 'started',
        transaction: transaction('3'),
        at: 1,
      });
      const over = rechargeReducer(running, { type: 'stopped', transaction: transaction('3') });
      const end = later.reduce(rechargeReducer, over);
      expect(end).toBe(over);
      expect(viewOf(end, wait)).toMatchObject({ phase: 'over', message: 'Recarga finalizada' });
    }),
  );
});

test('never decreases the energy on late meter values', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: RechargeState = INITIAL_STATE;
      for (const event of events) {
        const next = rechargeReducer(state, event);
        const same = next.transaction?.transactionId === state.transaction?.transactionId;
        if (same && state.figures.kwh !== undefined && !next.over) {
          expect(next.figures.kwh).toBeGreaterThanOrEqual(state.figures.kwh);
        }
        state = next;
      }
    }),
  );
});

test('never replaces the charge on screen with an earlier one', () => {
  const state = after(
    { type: 'started', transaction: transaction('2'), at: 1 },
    { type: 'started', transaction: transaction('1'), at: 2 },
    { type: 'stopped', transaction: transaction('1') },
  );
  expect(state.transaction?.transactionId).toBe('2');
  expect(state.over).toBe(false);
});

test('ends the charge on a stop received before its start, but not on a stop from before the wait', () => {
  const since = Date.parse('2026-01-01T10:05:00Z');
  const stopped = (id: string): RechargeEvent => ({ type: 'stopped', transaction: transaction(id), since });
  expect(after(stopped('5')).over).toBe(true);
  expect(after(stopped('1')).over).toBe(false);
});

test('shows a start error only without a charge and clears it when a charge begins', () => {
  const failed: RechargeEvent = { type: 'startFailed', errorCode: 'Blocked' };
  const started: RechargeEvent = { type: 'started', transaction: transaction('1'), at: 1 };
  expect(after(failed).startError).toBe('Blocked');
  expect(after(failed, started).startError).toBeUndefined();
  expect(after(started, failed).startError).toBeUndefined();
});

test('shows the figures that were sent and drops the power during a pause', () => {
  const charging = seen({
    status: 'Charging',
    chargeRateKW: 7,
    soC: 40,
    transaction: transaction('1', { meterTotal: 3 }),
  });
  expect(after(charging).figures).toEqual({ kwh: 3, kw: 7, soc: 40 });
  const paused = seen({ status: 'SuspendedEVSE', transaction: transaction('1', { meterTotal: 3 }) });
  expect(after(charging, paused).figures).toEqual({ kwh: 3, kw: undefined, soc: 40 });
});

test('leaves the energy undefined when the charge point sends no meter values', () => {
  expect(after(seen({ status: 'Charging', transaction: transaction('1') })).figures.kwh).toBeUndefined();
});

test('keeps fields that a later report omits', () => {
  const started: RechargeEvent = {
    type: 'started',
    transaction: transaction('1', { uv: { uvName: 'Meu carro' } }),
    at: 1,
  };
  const state = after(started, {
    type: 'stopped',
    transaction: transaction('1', { stopTime: '2026-01-01T11:00:00Z' }),
  });
  expect(state.transaction).toMatchObject({ uv: { uvName: 'Meu carro' }, stopTime: '2026-01-01T11:00:00Z' });
});
