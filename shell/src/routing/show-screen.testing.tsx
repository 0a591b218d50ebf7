/** Test helper: renders the session's screens as the shell does. */
import type { RunnableRemote } from '@shared/contract';
import { type MockResponses, renderScreen } from '@shared/testing';
import { shellScreens } from './shell-screens.tsx';

const screens: RunnableRemote = {
  name: 'shell',
  routes: [...shellScreens].map(([segment, { path = segment, header, load }]) => ({
    path,
    lazy: async () => {
      const Screen = await load();
      const title = typeof header === 'object' ? header.title : undefined;
      return { Component: () => <Screen title={title} /> };
    },
  })),
};

/** Renders the screen at a path below a brand, with responses from a table. */
export const showScreen = (path: string, responses: MockResponses = {}) =>
  renderScreen(screens, { at: `/marca/${path}`, responses, brand: { appId: '7' } });
