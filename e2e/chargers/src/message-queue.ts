/** A message about a transaction. `params` is asked for at each attempt: an id may have become known meanwhile. */
export interface QueuedMessage {
  method: string;
  params: () => Record<string, unknown>;
  answered?: (answer: unknown) => void;
}

/**
 * Transaction messages, in order, each sent again until it is answered (OCPP 1.6, sections 3.7 and 4.9): an outage
 * loses none of them. A message is sent one at a time; while there is no connection the queue waits for `wake`.
 */
export class MessageQueue {
  readonly #send: (method: string, params: Record<string, unknown>) => Promise<unknown>;
  readonly #retryAfter: (attempt: number, task: () => void) => void;
  readonly #messages: QueuedMessage[] = [];
  #sending = false;
  #online = false;
  #attempts = 0;

  constructor(options: {
    send: (method: string, params: Record<string, unknown>) => Promise<unknown>;
    /** Runs the task when it is time for that attempt. */
    retryAfter: (attempt: number, task: () => void) => void;
  }) {
    this.#send = options.send;
    this.#retryAfter = options.retryAfter;
  }

  get length(): number {
    return this.#messages.length;
  }

  push(message: QueuedMessage): void {
    this.#messages.push(message);
    this.#next();
  }

  /** The connection is there, and the central system accepted us. */
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
    this.#send(message.method, message.params()).then(
      (answer) => {
        this.#messages.shift();
        this.#attempts = 0;
        this.#sending = false;
        message.answered?.(answer);
        this.#next();
      },
      // No answer, or an error for one: the message stays first in line.
      () => {
        this.#sending = false;
        this.#attempts += 1;
        this.#retryAfter(this.#attempts, () => this.#next());
      },
    );
  }
}
