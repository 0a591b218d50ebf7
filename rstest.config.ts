import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

/** Path of the JSON report; set by `pnpm test`, which counts the tests from it. */
const outputPath = process.env.RSTEST_REPORT;

/** Tests of tools, and of `fetch` with a hash, which the simulated browser doesn't check. */
const NODE_TESTS = ['shared/{brand-kit,federation}/**/*.test.ts', 'shared/client/src/fetch-verified.test.ts'];

export default defineConfig({
  reporters: outputPath ? ['default', ['json', { outputPath }]] : ['default'],
  projects: [
    {
      name: 'web',
      plugins: [pluginReact()],
      testEnvironment: 'happy-dom',
      include: ['{shell,remotes,shared}/**/*.test.{ts,tsx}'],
      exclude: [...NODE_TESTS, '**/node_modules/**'],
      setupFiles: ['./rstest.setup.ts'],
      testTimeout: 15_000,
    },
    {
      name: 'node',
      testEnvironment: 'node',
      include: ['e2e/{backend,chargers,run-tests,tests}/**/*.test.ts', ...NODE_TESTS],
      exclude: ['**/node_modules/**'],
      testTimeout: 30_000,
    },
  ],
});
