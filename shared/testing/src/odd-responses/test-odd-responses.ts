import { expect, rs, test } from '@rstest/core';
import { calls, readLeniently } from '@shared/contract';
import { cleanup, waitFor } from '@testing-library/react';
import type { Answers } from '../answer-calls.ts';
import { oddPlaces } from './mutations.ts';
import { type AnsweringCall, RESPONSES } from './responses.ts';

export interface OddScreen {
  /** Mounts the screen and does what shows the response: with the complete response it ends in `shows`. */
  open: (answers: Answers) => unknown;
  /** What the screen is for. Matches also without any one field. */
  shows: RegExp;
  /** The ordinary failure. */
  fails: RegExp;
}

const PARAMETERS: Readonly<Record<string, string>> = {
  brandName: 'marca',
  days: '30',
  number: '12345-1',
  chargerId: '12345-1',
  text: 'vila',
};
const keyOf = (name: keyof typeof calls) =>
  `${calls[name].method} ${calls[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => PARAMETERS[parameter] ?? '1')}`;

const COMPLETE: Answers = Object.fromEntries(
  Object.entries(RESPONSES).map(([name, response]) => [keyOf(name as AnsweringCall), response]),
);

/** Text that no person should read. */
const JUNK = /NaN|undefined|null|Invalid Date|\[object|Infinity/;

/** Everything that the page shows or tells a screen reader. */
function pageText(): string {
  const told = [...document.body.querySelectorAll('input, select, textarea, [aria-label], [alt]')].map(
    (element) =>
      [
        element.getAttribute('aria-label'),
        element.getAttribute('alt'),
        'value' in element ? element.value : undefined,
      ].join(' '),
  );
  return [document.body.textContent, ...told].join('\n');
}

/** Shows a screen of each odd response to a call, one field at a time: it shows what it is for, or its failure. */
export function testOddResponses(
  call: AnsweringCall,
  screen: string,
  { open, shows, fails }: OddScreen,
): void {
  const answer = calls[call].answer;
  const read = (value: unknown) => readLeniently(answer, value).data ?? 'unreadable';

  async function show(response: unknown, expected: RegExp) {
    // What is unreadable is reported to the console by some screens.
    const errors = rs.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.clear();
    const answers = {
      ...COMPLETE,
      [keyOf(call)]: () => (response === undefined ? new Response('') : Response.json(response)),
    };
    await open(answers);
    await waitFor(() => expect(pageText()).toMatch(expected), {
      // Without the whole document.
      onTimeout: (error) => new Error(`${JSON.stringify(response)}\n${error.message.split('<body')[0]}`),
    });
    expect(pageText()).not.toMatch(JUNK);
    cleanup();
    errors.mockRestore();
  }

  test(`shows ${screen} with a complete response to ${call}`, async () => {
    await show(RESPONSES[call], shows);
  });

  const either = new RegExp(`${shows.source}|${fails.source}`);
  for (const { place, responses } of oddPlaces(RESPONSES[call], read))
    test(`shows ${screen} or its failure when ${place} of ${call} is unreadable`, async () => {
      for (const response of responses) await show(response, either);
    });
}
