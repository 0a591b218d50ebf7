/** Runs tasks of the same name in order, and those of different names concurrently. */
export class TaskQueue {
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

  /** Resolves when the tasks of this name that were added so far have settled. */
  async settled(name: string): Promise<void> {
    await Promise.allSettled([this.#last.get(name)]);
  }

  /** Resolves when all tasks have settled. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
