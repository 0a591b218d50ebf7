/**
 * The one place that is told of an error that nobody else handles, and where it happened: a reporting service is
 * connected here. It is never told what a person typed.
 */
export function report(error: unknown, where: string): void {
  console.error(`[${where}]`, error);
}

/** Reports what reaches the window: errors outside of React and promises that nobody waited for. */
export function reportUncaught(): void {
  addEventListener('error', (event) => report(event.error ?? event.message, 'window'));
  addEventListener('unhandledrejection', (event) => report(event.reason, 'promise'));
}
