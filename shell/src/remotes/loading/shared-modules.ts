/** What the shell provides to the remotes; `shared-modules.test.ts` compares it to the build's list. */
import * as client from '@shared/client';
import * as contract from '@shared/contract';
import * as router from '@shared/router';
import * as state from '@shared/state';
import * as ui from '@shared/ui';
import * as jotai from 'jotai';
import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as dom from 'react-dom';
import * as domClient from 'react-dom/client';

const PROVIDED = {
  react,
  'react/jsx-runtime': jsx,
  'react-dom': dom,
  'react-dom/client': domClient,
  jotai,
  '@shared/client': client,
  '@shared/contract': contract,
  '@shared/router': router,
  '@shared/state': state,
  '@shared/ui': ui,
};

/** Version of each shared library, set by the build; empty for our own packages. */
declare const BUILT_WITH: Record<string, string>;

/**
 * Returns what the shell provides as module federation's share scope: a loader for each module, by its
 * name and version. Each container gets a scope of its own. Those of other builds add their own modules
 * to it, which no other remote may get.
 */
export const sharedModules = (): object =>
  Object.fromEntries(
    Object.entries(PROVIDED).map(([name, module]) => [
      name,
      {
        [BUILT_WITH[name] || contract.CONTRACT_VERSION]: {
          get: () => () => module,
          from: 'shell',
          eager: true,
        },
      },
    ]),
  );
