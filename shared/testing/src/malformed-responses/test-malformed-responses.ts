import { expect, onTestFailed, rs, test } from '@rstest/core';
import type { QueryClient } from '@shared/client';
import { type LiveEvent, readLeniently } from '@shared/contract';
import { parseLiveFrame } from '@shared/contract/live';
import { act, cleanup, waitFor } from '@testing-library/react';
import { deliverLiveEvent } from '../deliver-live-event.ts';
import type { MockResponses } from '../mock-calls.ts';
import { runCount } from '../run-count.ts';
import { FRAMES } from './frames.ts';
import { sampledPlaces } from './mutations.ts';
import { ALL_CALLS, type CallWithResponse, RESPONSES } from './responses.ts';

interface Opened {
  queryClient: QueryClient;
  /** Path of the screen; it is matched like its text. */
  currentPath: () => string;
}

export interface TestedScreen {
  /** Mounts the screen and makes it request the data. The complete response shows `shows`. */
  open: (responses: MockResponses) => Opened | Promise<Opened>;
  /** Text or path of the working screen; doesn't depend on a single field. */
  shows: RegExp;
  /** Text of the screen's usual failure. */
  fails: RegExp;
}

const PARAMETERS: Readonly<Record<string, string>> = {
  brandName: 'faisca',
  days: '30',
  number: '12345-1',
  chargerId: '12345-1',
  text: 'vila',
};
const keyOf = (name: CallWithResponse) =>
  `${ALL_CALLS[name].method} ${ALL_CALLS[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => PARAMETERS[parameter] ?? '1')}`;

const COMPLETE: MockResponses = Object.fromEntries(
  Object.entries(RESPONSES).map(([name, response]) => [keyOf(name as CallWithResponse), response]),
);

/** Text that users must never see. */
const JUNK = /NaN|undefined|null|Invalid Date|\[object|Infinity|Unexpected Application Error/;

/** Returns the page's text, accessible names and field values. */
function pageText(): string {
  const accessibleTexts = [
    ...document.body.querySelectorAll('input, select, textarea, [aria-label], [alt]'),
  ].map((element) =>
    [
      element.getAttribute('aria-label'),
      element.getAttribute('alt'),
      'value' in element ? element.value : undefined,
    ].join(' '),
  );
  return [document.body.textContent, ...accessibleTexts].join('\n');
}

/** Waits until the screen shows `expected`, and checks that it shows no junk. */
async function expectScreen(opened: Opened, expected: RegExp, sent: unknown) {
  const text = () => `${pageText()}\n${opened.currentPath()}`;
  await waitFor(() => expect(text()).toMatch(expected), {
    // Omit the document from the message.
    onTimeout: (error) => new Error(`${JSON.stringify(sent)}\n${error.message.split('<body')[0]}`),
  });
  expect(text()).not.toMatch(JUNK);
}

/** Each run tests another sample: one of the responses for every twelfth place. */
const SAMPLE = {
  count: runCount('MALFORMED', 1, Number.POSITIVE_INFINITY),
  every: runCount('MALFORMED_PLACES', 12, 1),
  seed: Number(process.env.MALFORMED_SEED ?? Math.floor(Math.random() * 10_000)),
};
/** Returns a sample of malformed responses. Each seed of ten selects the same places. */
const sample = (response: unknown, read: (response: unknown) => unknown) =>
  sampledPlaces(response, read, SAMPLE).filter(
    (_, index) => (index + Math.floor(SAMPLE.seed / 10)) % SAMPLE.every === 0,
  );
const printSeed = () =>
  onTestFailed(() => console.log(`MALFORMED_SEED=${SAMPLE.seed} repeats this sample of the responses.`));

/** Runs with empty storage and no `console.error`: some screens log what they can't show. */
async function withoutConsoleErrors(run: () => Promise<void>) {
  const errors = rs.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.clear();
  sessionStorage.clear();
  await run();
  cleanup();
  errors.mockRestore();
}

const workingOrFailed = ({ shows, fails }: TestedScreen) => new RegExp(`${shows.source}|${fails.source}`);

/** Tests a screen with malformed responses to a call, one field at a time. */
export function testMalformedResponses(call: CallWithResponse, screen: string, tested: TestedScreen): void {
  const read = (value: unknown) => readLeniently(ALL_CALLS[call].response, value).data ?? 'unreadable';
  const show = (response: unknown, expected: RegExp) =>
    withoutConsoleErrors(async () => {
      const respond = () => (response === undefined ? new Response('') : Response.json(response));
      await expectScreen(await tested.open({ ...COMPLETE, [keyOf(call)]: respond }), expected, response);
    });

  test(`shows ${screen} with a complete response to ${call}`, () => show(RESPONSES[call], tested.shows));
  for (const { place, responses } of sample(RESPONSES[call], read))
    test(`shows ${screen} or its failure when ${place} of ${call} is unreadable`, async () => {
      printSeed();
      for (const response of responses) await show(response, workingOrFailed(tested));
    });
}

/** Tests a screen with malformed frames of a type, one field at a time. */
export function testMalformedFrames(type: LiveEvent['type'], screen: string, tested: TestedScreen): void {
  const read = (frame: unknown) => parseLiveFrame(JSON.stringify(frame)) ?? 'unreadable';
  const show = (frame: unknown) =>
    withoutConsoleErrors(async () => {
      const opened = await tested.open(COMPLETE);
      await expectScreen(opened, tested.shows, 'nothing yet');
      const event = parseLiveFrame(JSON.stringify(frame));
      if (event) await act(async () => deliverLiveEvent(event, opened.queryClient));
      await expectScreen(opened, workingOrFailed(tested), frame);
    });

  test(`shows ${screen} after a complete ${type} frame`, () => show(FRAMES[type]));
  for (const { place, responses } of sample(FRAMES[type], read))
    test(`shows ${screen} or its failure when ${place} of the ${type} frame is unreadable`, async () => {
      printSeed();
      for (const frame of responses) await show(frame);
    });
}
