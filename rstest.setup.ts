import { afterEach, expect } from '@rstest/core';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { updateServerClock } from './shared/client/src/server-clock.ts';

expect.extend(matchers);
afterEach(() => {
  cleanup();
  // Most test files share their page and their modules with others.
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  updateServerClock(new Headers({ date: new Date().toUTCString() }));
});
// Allow for slow CI machines.
configure({ asyncUtilTimeout: 4_000 });

/**
 * For the stacks in some of its warnings, React creates an error for each element of the first ten thousand in a second.
 * It takes a tenth of the tests' time, and the warnings name the components anyway.
 */
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
