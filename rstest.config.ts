import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

/** Path of the JSON report; set by `pnpm test`, which counts the tests from it. */
const outputPath = process.env.RSTEST_REPORT;

export default defineConfig({
  reporters: outputPath ? ['default', ['json', { outputPath }]] : ['default'],
  projects: [
    {
      name: 'web',
      plugins: [pluginReact()],
      testEnvironment: 'happy-dom',
      include: ['{shell,remotes,shared}/**/*.test.{ts,tsx}'],
      exclude: ['shared/{brand-kit,federation}/**', '**/node_modules/**'],
      setupFiles: ['./rstest.setup.ts'],
      testTimeout: 15_000,
    },
    {
      name: 'node',
      testEnvironment: 'node',
      include: [
        'e2e/{backend,chargers,run-tests,tests}/**/*.test.ts',
        'shared/{brand-kit,federation}/**/*.test.ts',
      ],
      exclude: ['**/node_modules/**'],
      testTimeout: 30_000,
    },
  ],
});
