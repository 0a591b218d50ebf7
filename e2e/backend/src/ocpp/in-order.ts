/** Tasks of one name run one after the other, in the order in which they came; those of different names side by side. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(task, task);
    this.#last.set(name, turn);
    const done = () => {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    };
    turn.then(done, done);
    return turn;
  }

  /** Resolves when nothing is left to do, however it went. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
