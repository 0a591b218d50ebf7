import type { LiveEvent, RunnableRemote } from '@shared/contract';
import { sessionAtom } from '@shared/state';
import { act } from '@testing-library/react';
import type { MockResponses } from '../mock-calls.ts';
import { renderScreen } from '../render-screen.tsx';
import type { CallWithResponse } from './responses.ts';
import {
  type TestedScreen,
  testMalformedFrames,
  testMalformedResponses,
} from './test-malformed-responses.ts';

interface Row extends Partial<Pick<TestedScreen, 'fails'>>, Pick<TestedScreen, 'shows'> {
  /** Name of the screen in the tests' titles. */
  screen: string;
  /** Path of the screen below the brand. */
  at: string;
  /** Calls with malformed responses, one field at a time. */
  calls?: readonly CallWithResponse[];
  /** Live events that are malformed, one field at a time. */
  frames?: readonly LiveEvent['type'][];
  /** Responses that replace the complete ones to other calls. */
  responses?: MockResponses;
  /** Whether the screen is shown in the session of a guest's charge. */
  guest?: boolean;
  /** Acts as the user until the response is shown. */
  act?: (view: ReturnType<typeof renderScreen>) => Promise<void>;
}

/** Tests screens of a remote with malformed responses and frames; `fails` defaults to the retry. */
export function testMalformedScreens(remote: RunnableRemote, rows: readonly Row[]): void {
  for (const row of rows) {
    const { screen, at, calls = [], frames = [], shows, fails = /Tentar novamente/ } = row;
    const open: TestedScreen['open'] = async (given) => {
      const responses = { ...given, ...row.responses };
      const view = renderScreen(remote, { at: `/marca/${at}`, loggedIn: true, responses });
      if (row.guest) act(() => view.store.set(sessionAtom, { status: 'guest', token: 'a'.repeat(43) }));
      await row.act?.(view);
      return view;
    };
    for (const call of calls) testMalformedResponses(call, screen, { open, shows, fails });
    for (const frame of frames) testMalformedFrames(frame, screen, { open, shows, fails });
  }
}
