/** Told of an error that nobody else handles, and where it happened. Never told what a person typed. */
export type Reporter = (error: unknown, where: string) => void;

const toConsole: Reporter = (error, where) => console.error(`[${where}]`, error);
const reporters = new Set<Reporter>([toConsole]);

/** Adds a destination for errors, such as a reporting service. */
export function addReporter(reporter: Reporter): void {
  reporters.add(reporter);
}

export const report: Reporter = (error, where) => {
  for (const reporter of reporters) reporter(error, where);
};

/** Reports what reaches the window: errors outside of React and promises that nobody waited for. */
export function reportUncaught(): void {
  addEventListener('error', (event) => report(event.error ?? event.message, 'window'));
  addEventListener('unhandledrejection', (event) => report(event.reason, 'promise'));
}
