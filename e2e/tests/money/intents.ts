/**
 * Tracks which payments the user intends, from what was requested and which outcomes were shown.
 * Orders are compared with these intents.
 */

export interface Payment {
  method: string;
  cents: number;
}

export interface Intent extends Payment {
  /** Idempotency keys of the tries to make this payment. */
  keys: Set<string>;
  /** Whether a definite outcome was shown. */
  isSettled: boolean;
}

/**
 * Requesting the same payment again before its outcome is known continues the same intent. So does
 * a confirmation dialog opened before that, even if it is confirmed later.
 */
export class Intents {
  readonly all: Intent[] = [];

  /** Returns the intent of a confirmation dialog for this method and amount. */
  getOrCreate(method: string, cents: number): Intent {
    const open = this.all.find((one) => !one.isSettled && one.method === method && one.cents === cents);
    if (open) return open;
    const intent: Intent = { method, cents, keys: new Set(), isSettled: false };
    this.all.push(intent);
    return intent;
  }

  /**
   * Records a request. A repeat makes the outcome unknown again, since its response may get lost.
   */
  recordRequest(intent: Intent | undefined, key: string): void {
    intent?.keys.add(key);
    for (const one of this.all) if (one.keys.has(key)) one.isSettled = false;
  }

  markSettled(key: string): void {
    for (const intent of this.all) if (intent.keys.has(key)) intent.isSettled = true;
  }

  /** Returns the intents that were sent without a known outcome. */
  open(): Intent[] {
    return this.all.filter(({ isSettled, keys }) => !isSettled && keys.size > 0);
  }
}
