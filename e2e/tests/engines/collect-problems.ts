interface FailedRequest {
  method(): string;
  url(): string;
  failure(): { errorText: string } | null;
}

/**
 * Returns a list, and the listeners that add a page's errors and failed requests to it. Playwright
 * and Puppeteer have the same events.
 */
export function collectProblems() {
  const problems: string[] = [];
  return {
    problems,
    console: (message: { type(): string; text(): string }) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    },
    pageerror: (error: unknown) => problems.push(`error: ${error}`),
    requestfailed: (request: FailedRequest) =>
      problems.push(`request: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
    response: (response: { status(): number; url(): string }) => {
      if (response.status() >= 400) problems.push(`request: ${response.url()}: ${response.status()}`);
    },
  };
}
