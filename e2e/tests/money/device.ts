/** Shared by all tabs of one browser: local storage and Web Locks. */

/** An in-memory `Storage`; `entries` is its content. */
export class FakeStorage {
  readonly entries = new Map<string, string>();
  get length() {
    return this.entries.size;
  }
  key(index: number) {
    return [...this.entries.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.entries.set(key, String(value));
  }
  removeItem(key: string) {
    this.entries.delete(key);
  }
  clear() {
    this.entries.clear();
  }
}

interface Waiting {
  tab: object;
  begin: () => void;
}

/** Exclusive Web Locks. A closed tab releases its locks and its pending requests. */
export class FakeLocks {
  readonly #queues = new Map<string, Waiting[]>();

  /** Returns the `navigator.locks` of a tab. */
  of(tab: object) {
    return {
      request: <T>(name: string, run: () => Promise<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          const own: Waiting = {
            tab,
            begin: () =>
              void run()
                .then(resolve, reject)
                .finally(() => this.#leave(name, (one) => one === own)),
          };
          const queue = this.#queues.get(name) ?? [];
          this.#queues.set(name, queue);
          if (queue.push(own) === 1) own.begin();
        }),
    };
  }

  closed(tab: object): void {
    for (const name of this.#queues.keys()) this.#leave(name, (one) => one.tab === tab);
  }

  #leave(name: string, isGone: (one: Waiting) => boolean): void {
    const queue = this.#queues.get(name) ?? [];
    const [holder] = queue;
    const remaining = queue.filter((one) => !isGone(one));
    queue.splice(0, queue.length, ...remaining);
    if (remaining[0] !== holder) remaining[0]?.begin();
  }
}
