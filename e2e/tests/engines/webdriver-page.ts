import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../start/ports.ts';
import { delayOverlay, lengthen, OVERLAY_MS } from '../pages/page-timers.ts';
import { logViolations, MARK } from '../pages/violations.ts';
import { stopChild } from '../servers/child.ts';
import { callIn, type EnginePage, VIEWPORT } from './engine-page.ts';

const POLL_MS = 50;

interface Driver {
  program: string;
  env: Record<string, string>;
  capabilities: object;
}

/** Opens a page by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function openWithWebDriver({ program, env, capabilities }: Driver): Promise<EnginePage> {
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], { env: { ...process.env, ...env }, stdio: 'ignore' });
  await once(driver, 'spawn');

  async function send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }
  await until(() => send('GET', '/status'));
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { ...capabilities, pageLoadStrategy: 'none' } },
  });
  const session = `/session/${sessionId}`;
  const get = <T>(path: string) => send<T>('GET', `${session}${path}`);
  const post = (path: string, body: object = {}) => send<void>('POST', `${session}${path}`, body);
  const act = (type: string, id: string, actions: object[]) =>
    post('/actions', { actions: [{ type, id, actions }] });
  const evaluate = <Value>(expression: string) =>
    send<Value>('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });

  // A pop-up has no toolbar. The toolbar's width would be the window's minimum.
  const first = await get<string>('/window');
  await evaluate("void open('about:blank', '', 'popup')");
  const handle = await until(async () =>
    (await get<string[]>('/window/handles')).find((one) => one !== first),
  );
  await post('/window', { handle });
  await post('/window/rect', VIEWPORT);

  const problems: string[] = [];
  const page: EnginePage = {
    goto: (url) => load(() => post('/url', { url })),
    reload: () => load(() => post('/refresh')),
    evaluate,
    clickAt: (point) =>
      act('pointer', 'mouse', [
        { type: 'pointerMove', ...point, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) =>
      act(
        'key',
        'keyboard',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    screenshot: async () => Buffer.from(await get<string>('/screenshot'), 'base64'),
    problems: async () => [...problems, ...(await callIn(page, readProblems))],
    close: async () => {
      await send('DELETE', session);
      await stopChild(driver);
    },
  };
  /** Classic WebDriver can't run a script before those of a page: runs ours as soon as it can. */
  async function load(navigate: () => Promise<void>) {
    problems.push(...(await callIn(page, readProblems)));
    await evaluate('void (window.isLeft = true)');
    await navigate();
    await until(() => evaluate('!window.isLeft'));
    await callIn(page, recordProblems);
    await callIn(page, logViolations, MARK);
    await callIn(page, delayOverlay, OVERLAY_MS);
    await callIn(page, lengthen);
  }
  return page;
}

/** Waits until a request succeeds with a result other than false or undefined. */
async function until<T>(request: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const result = await request().catch(() => undefined);
    if (result) return result;
    await setTimeout(POLL_MS);
  }
}

/** Runs in a page: collects its errors from now on. */
function recordProblems() {
  const problems: string[] = [];
  const { error } = console;
  Object.assign(window, { problemsOfPage: problems });
  console.error = (...args) => {
    problems.push(`console: ${args.join(' ')}`);
    error(...args);
  };
  addEventListener('error', ({ message }) => problems.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(`error: ${reason}`));
}

/** Runs in a page: returns its errors, and the requests that the server refused. */
function readProblems(): string[] {
  const { problemsOfPage = [] } = window as { problemsOfPage?: string[] };
  const refused = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus >= 400);
  return [...problemsOfPage, ...refused.map(({ name }) => `request: ${name}`)];
}
