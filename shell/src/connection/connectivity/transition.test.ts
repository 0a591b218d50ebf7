import { expect, test } from '@rstest/core';
import { type Evidence, INITIAL, type State, transition } from './transition.ts';

/** Returns the transition that the last of `evidence` causes. */
function after(...evidence: Evidence[]) {
  let state: State = INITIAL;
  let last = transition(state, 'succeeded');
  for (const event of evidence) {
    last = transition(state, event);
    state = last.state;
  }
  return last;
}

test('probes after a failed request, and stays online meanwhile', () => {
  expect(after('failed')).toMatchObject({ probe: 'start', state: { online: true } });
});

test('starts no second probe for a second failed request', () => {
  expect(after('failed', 'failed').probe).toBeUndefined();
});

test('probes again on the offline event, which may be newer than the probe’s response', () => {
  expect(after('failed', 'lost').probe).toBe('start');
  expect(after('returned', 'lost', 'reached').recovered).toBe(false);
  expect(after('failed', 'unreachable', 'lost').probe).toBeUndefined();
});

test('stays online, and fetches nothing again, when the probe succeeds', () => {
  expect(after('failed', 'reached')).toEqual({ state: INITIAL, probe: 'stop', recovered: false });
});

test('goes offline when the probe fails', () => {
  expect(after('failed', 'unreachable').state.online).toBe(false);
});

test('probes again after 1, 2, 4, 8 and then every 10 s', () => {
  const evidence: Evidence[] = ['failed'];
  const waits = Array.from({ length: 7 }, () => {
    const { probe } = after(...evidence, 'unreachable');
    evidence.push('unreachable', 'due');
    return probe;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
});

test.for([['succeeded'], ['due', 'reached'], ['shown', 'reached'], ['returned', 'succeeded']] as const)(
  'comes back online and fetches again after %j',
  (evidence) => {
    expect(after('failed', 'unreachable', ...evidence)).toEqual({
      state: INITIAL,
      probe: 'stop',
      recovered: true,
    });
  },
);

test('probes at once when the browser reports online or the page becomes visible, and waits from 1 s again', () => {
  for (const hint of ['returned', 'shown'] as const) {
    const offline: Evidence[] = ['failed', 'unreachable', 'due', 'unreachable', hint];
    expect(after(...offline).probe).toBe('start');
    expect(after(...offline, 'unreachable').probe).toBe(1_000);
  }
});

test('replaces the probe in flight when the browser reports online', () => {
  expect(after('failed', 'returned').probe).toBe('start');
});

test('fetches again after a confirmed online event, even if the page never went offline', () => {
  expect(after('returned', 'reached').recovered).toBe(true);
  expect(after('returned', 'unreachable').state.online).toBe(false);
});

test('ignores a visible page while online, and failed requests while offline', () => {
  expect(after('shown')).toEqual({ state: INITIAL });
  expect(after('failed', 'unreachable', 'failed').probe).toBeUndefined();
});
