import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { VerifiedWorker } from './verified-worker.ts';

/** Records what is sent to the browser's worker. */
class FakeWorker extends EventTarget {
  static readonly instances: FakeWorker[] = [];
  readonly received: unknown[] = [];
  terminated = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: (() => void) | null = null;

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeWorker.instances.push(this);
  }

  postMessage(message: unknown, options?: StructuredSerializeOptions) {
    this.received.push(options ? [message, options] : message);
  }

  terminate() {
    this.terminated = true;
  }
}

beforeEach(() => {
  FakeWorker.instances.length = 0;
  rs.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  rs.unstubAllGlobals();
});

/** Returns a worker, and `load`, which resolves its script and returns the browser's worker. */
const prepare = () => {
  const script = Promise.withResolvers<string>();
  const worker = new VerifiedWorker(script.promise);
  return {
    worker,
    load: async () => {
      script.resolve('blob:checked');
      await script.promise;
      const [browserWorker] = FakeWorker.instances;
      if (!browserWorker) throw new Error('no worker was created');
      return browserWorker;
    },
  };
};

test('queues messages in order until the script is verified', async () => {
  const { worker, load } = prepare();
  const buffer = new ArrayBuffer(1);
  worker.postMessage('first');
  worker.postMessage('second', [buffer]);
  expect(FakeWorker.instances).toEqual([]);
  const browserWorker = await load();
  worker.postMessage('third');
  expect(browserWorker.url).toBe('blob:checked');
  expect(browserWorker.received).toEqual(['first', ['second', { transfer: [buffer] }], 'third']);
});

test('forwards messages and errors from the worker', async () => {
  const { worker, load } = prepare();
  const events: unknown[] = [];
  worker.addEventListener('message', (event) => 'data' in event && events.push(event.data));
  worker.addEventListener('error', ({ type }) => events.push(type));
  const browserWorker = await load();
  browserWorker.onmessage?.(new MessageEvent('message', { data: 'response' }));
  browserWorker.onerror?.();
  expect(events).toEqual(['response', 'error']);
});

test('terminates the worker, even before its script is verified', async () => {
  const running = prepare();
  const browserWorker = await running.load();
  running.worker.terminate();
  expect(browserWorker.terminated).toBe(true);

  FakeWorker.instances.length = 0;
  const ended = prepare();
  ended.worker.terminate();
  await expect(ended.load()).rejects.toThrow('no worker was created');
});

test('creates no worker if its script fails verification', async () => {
  const worker = new VerifiedWorker(Promise.reject(new Error('wrong bytes')));
  worker.postMessage('first');
  await Promise.resolve();
  expect(FakeWorker.instances).toEqual([]);
});
