import { afterEach, beforeEach, expect, rs } from '@rstest/core';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import { WAIT_MS } from './hang-limit.ts';
// Loaded before each file, so that a file's first request doesn't depend on what ran before it.
import '../../shared/client/src/send.ts';
import { updateServerClock } from '../../shared/client/src/server-clock.ts';
import { resetTurns } from '../../shared/router/src/rendering/redirect-loop.ts';
import { forgetFailedLoads } from '../../shell/src/remotes/health/failed-loads.ts';

expect.extend(matchers);
afterEach(() => {
  cleanup();
  rs.useRealTimers();
  // Most test files share their page and their modules with others.
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  resetTurns();
  forgetFailedLoads();
  updateServerClock(new Headers({ date: new Date().toUTCString() }));
});
beforeEach(() => {
  configure({ asyncUtilTimeout: WAIT_MS });
  // The time of day stands still, so that a countdown shows the same on a slow machine.
  rs.setSystemTime(rs.getRealSystemTime());
});
