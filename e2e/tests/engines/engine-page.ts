/** What a page of the app does in each browser engine. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page and returns its value, which must be JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Clicks at a point of the viewport, in CSS pixels. */
  clickAt(point: Point): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Returns errors in the page's console, violations of its policies, and failed requests so far. */
  problems(): Promise<readonly string[]>;
  /** Ends the browser. */
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

/** In CSS pixels: a narrow phone. */
export const VIEWPORT = { width: 390, height: 844 };

/**
 * Calls a function in a page. Its source is sent, so it may use only its arguments, which must be
 * JSON, and the page's globals.
 */
export const callIn = <Args extends unknown[], Result>(
  page: EnginePage,
  run: (...args: Args) => Result,
  ...args: Args
) => page.evaluate<Result>(`(${run})(...${JSON.stringify(args)})`);

export const TIME_ZONE = 'America/Sao_Paulo';
