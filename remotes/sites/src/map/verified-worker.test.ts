import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { VerifiedWorker } from './verified-worker.ts';

/** Records what the browser's worker gets. */
class FakeWorker extends EventTarget {
  static readonly made: FakeWorker[] = [];
  readonly received: unknown[] = [];
  terminated = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: (() => void) | null = null;

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeWorker.made.push(this);
  }

  postMessage(message: unknown, options?: StructuredSerializeOptions) {
    this.received.push(options ? [message, options] : message);
  }

  terminate() {
    this.terminated = true;
  }
}

beforeEach(() => {
  FakeWorker.made.length = 0;
  rs.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  rs.unstubAllGlobals();
});

/** Returns a worker, and a function that lets its script arrive and returns the browser's worker. */
const prepare = () => {
  const script = Promise.withResolvers<string>();
  const worker = new VerifiedWorker(script.promise);
  return {
    worker,
    load: async () => {
      script.resolve('blob:checked');
      await script.promise;
      const [made] = FakeWorker.made;
      if (!made) throw new Error('no worker was made');
      return made;
    },
  };
};

test('keeps messages, in order, until the script is checked', async () => {
  const { worker, load } = prepare();
  const buffer = new ArrayBuffer(1);
  worker.postMessage('first');
  worker.postMessage('second', [buffer]);
  expect(FakeWorker.made).toEqual([]);
  const made = await load();
  worker.postMessage('third');
  expect(made.url).toBe('blob:checked');
  expect(made.received).toEqual(['first', ['second', { transfer: [buffer] }], 'third']);
});

test('fires the messages and errors of the worker', async () => {
  const { worker, load } = prepare();
  const events: unknown[] = [];
  worker.addEventListener('message', (event) => 'data' in event && events.push(event.data));
  worker.addEventListener('error', ({ type }) => events.push(type));
  const made = await load();
  made.onmessage?.(new MessageEvent('message', { data: 'response' }));
  made.onerror?.();
  expect(events).toEqual(['response', 'error']);
});

test('ends the worker, also before its script is checked', async () => {
  const running = prepare();
  const made = await running.load();
  running.worker.terminate();
  expect(made.terminated).toBe(true);

  FakeWorker.made.length = 0;
  const ended = prepare();
  ended.worker.terminate();
  await expect(ended.load()).rejects.toThrow('no worker was made');
});

test('starts nothing if the script is wrong', async () => {
  const worker = new VerifiedWorker(Promise.reject(new Error('wrong bytes')));
  worker.postMessage('first');
  await Promise.resolve();
  expect(FakeWorker.made).toEqual([]);
});
