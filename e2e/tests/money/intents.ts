/**
 * What the person means, by what they asked for and what they were told: the truth that orders are
 * held against.
 */

export interface Payment {
  method: string;
  cents: number;
}

export interface Intent extends Payment {
  /** Keys of the attempts that were sent for it. */
  keys: Set<string>;
  /** A definite outcome was told. */
  told: boolean;
}

/**
 * Someone who asks for the same again before they were told what became of it means the same. So
 * does a question that was asked before then, although it is said yes to later.
 */
export class Intents {
  readonly all: Intent[] = [];

  /** What a question about this much by this way means. */
  asked(method: string, cents: number): Intent {
    const open = this.all.find((one) => !one.told && one.method === method && one.cents === cents);
    if (open) return open;
    const intent: Intent = { method, cents, keys: new Set(), told: false };
    this.all.push(intent);
    return intent;
  }

  /**
   * What is sent once more, from another tab, isn't known until it is told once more: that answer
   * may get lost.
   */
  sent(intent: Intent | undefined, key: string): void {
    intent?.keys.add(key);
    for (const one of this.all) if (one.keys.has(key)) one.told = false;
  }

  tell(key: string): void {
    for (const intent of this.all) if (intent.keys.has(key)) intent.told = true;
  }

  /** What was sent, and of whose outcome the person doesn't know. */
  open(): Intent[] {
    return this.all.filter(({ told, keys }) => !told && keys.size > 0);
  }
}
