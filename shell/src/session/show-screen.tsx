/** Test helper: renders the session's screens as the shell does. */
import { defineRemote } from '@shared/contract';
import { type MockResponses, renderScreen } from '@shared/testing';
import { SESSION_SCREENS } from './screens.ts';

const screens = defineRemote({
  name: 'shell',
  segments: [],
  routes: SESSION_SCREENS.map(({ path, load }) => ({
    path,
    lazy: async () => {
      const Screen = await load();
      return { Component: () => <Screen hasHeader={false} /> };
    },
  })),
});

/** Renders the screen at a path below a brand, with responses from a table. */
export const showScreen = (path: string, answers: MockResponses = {}) =>
  renderScreen(screens, { at: `/marca/${path}`, answers, brand: { appId: '7' } });
