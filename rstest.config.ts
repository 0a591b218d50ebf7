import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';
import { WITHOUT_DATABASE } from './e2e/tests/without-database.ts';

/** Path of the JSON report; set by `pnpm test`, which counts the tests from it. */
const { RSTEST_REPORT: outputPath, LONG_RUNS } = process.env;

export default defineConfig({
  reporters: outputPath ? ['default', ['json', { outputPath }]] : ['default'],
  // By default, one core stays idle.
  pool: { maxWorkers: '100%' },
  projects: [
    {
      name: 'web',
      plugins: [pluginReact()],
      testEnvironment: 'happy-dom',
      include: ['{shell,remotes,shared}/**/*.test.{ts,tsx}'],
      exclude: [...WITHOUT_DATABASE, '**/node_modules/**'],
      setupFiles: ['./rstest.setup.ts'],
      testTimeout: 15_000,
    },
    {
      name: 'node',
      testEnvironment: 'node',
      include: WITHOUT_DATABASE,
      exclude: ['**/node_modules/**'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
    {
      // `pnpm test` runs it on the embedded database and on PostgreSQL.
      name: 'node-database',
      testEnvironment: 'node',
      include: ['e2e/**/*.test.ts'],
      exclude: [...WITHOUT_DATABASE, '**/node_modules/**'],
      testTimeout: LONG_RUNS === '1' ? 3_600_000 : 60_000,
      hookTimeout: 60_000,
    },
  ],
});
