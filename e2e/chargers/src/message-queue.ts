/** `params` is called for each attempt: an id may become known in between. */
export interface QueuedMessage {
  method: string;
  params: () => Record<string, unknown>;
  onResponse?: (response: unknown) => void;
}

interface QueueOptions {
  send: (method: string, params: Record<string, unknown>) => Promise<unknown>;
  /** Schedules `task`, which makes the given attempt. */
  retryAfter: (attempt: number, task: () => void) => void;
}

/**
 * Sends messages in order, one at a time, and retries each until it succeeds (OCPP 1.6
 * §3.7 and §4.9), so that an outage loses none. Without a connection the queue waits for `wake`.
 */
export class MessageQueue {
  readonly #options: QueueOptions;
  readonly #messages: QueuedMessage[] = [];
  #sending = false;
  #online = false;
  #attempts = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#messages.length;
  }

  push(message: QueuedMessage): void {
    this.#messages.push(message);
    this.#next();
  }

  /** Starts sending: the connection is open and the central system accepted the charge point. */
  wake(): void {
    this.#online = true;
    this.#attempts = 0;
    this.#next();
  }

  pause(): void {
    this.#online = false;
  }

  #next(): void {
    const message = this.#messages[0];
    if (!message || this.#sending || !this.#online) return;
    this.#sending = true;
    this.#options.send(message.method, message.params()).then(
      (response) => {
        this.#messages.shift();
        this.#attempts = 0;
        this.#sending = false;
        message.onResponse?.(response);
        this.#next();
      },
      // Timed out, or rejected with an error: the message stays first in the queue.
      () => {
        this.#sending = false;
        this.#attempts += 1;
        this.#options.retryAfter(this.#attempts, () => this.#next());
      },
    );
  }
}
