import { afterEach, expect } from '@rstest/core';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';

expect.extend(matchers);
afterEach(cleanup);
// Allow for slow CI machines.
configure({ asyncUtilTimeout: 4_000 });
