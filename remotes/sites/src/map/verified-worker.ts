/**
 * A module worker that can be used at once: messages wait until its script has been fetched and
 * verified. A map with a plain `Worker` would have to wait for the script before it draws anything.
 */
export class VerifiedWorker extends EventTarget implements Worker {
  /** The map libraries use `addEventListener` only. */
  readonly onmessage = null;
  readonly onmessageerror = null;
  readonly onerror = null;
  private readonly queue: [message: unknown, options: StructuredSerializeOptions | undefined][] = [];
  private worker: Worker | undefined;
  private terminated = false;

  /** @param script URL of the verified script; its loader handles a failure */
  constructor(script: Promise<string>) {
    super();
    script.then(
      (url) => this.start(url),
      () => {},
    );
  }

  postMessage(message: unknown, options?: Transferable[] | StructuredSerializeOptions): void {
    const transfer = Array.isArray(options) ? { transfer: options } : options;
    if (this.worker) this.worker.postMessage(message, transfer);
    else this.queue.push([message, transfer]);
  }

  terminate(): void {
    this.terminated = true;
    this.worker?.terminate();
  }

  private start(url: string): void {
    if (this.terminated) return;
    const worker = new globalThis.Worker(url, { type: 'module' });
    worker.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent('message', { data }));
    worker.onerror = () => this.dispatchEvent(new Event('error'));
    for (const message of this.queue.splice(0)) worker.postMessage(...message);
    this.worker = worker;
  }
}
