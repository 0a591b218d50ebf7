/** Test helper: renders the session's screens as the shell does. */
import type { RunnableRemote } from '@shared/contract';
import { type MockResponses, renderScreen } from '@shared/testing';
import { LOADERS } from './shell-screens.tsx';

const screens: RunnableRemote = {
  name: 'shell',
  routes: Object.entries(LOADERS).map(([path, load]) => ({
    path,
    lazy: async () => {
      const Screen = await load();
      return { Component: () => <Screen hasHeader={false} /> };
    },
  })),
};

/** Renders the screen at a path below a brand, with responses from a table. */
export const showScreen = (path: string, responses: MockResponses = {}) =>
  renderScreen(screens, { at: `/marca/${path}`, responses, brand: { appId: '7' } });
